import Foundation
import GRDB
import Glibc

// Another process of the tests:
//   ShippingWriter write CATALOG SEED              changes the catalog until its input ends
//   ShippingWriter checkpoint CATALOG SEED         checkpoints in all modes until its input ends
//   ShippingWriter lock CATALOG                    exits with 0 if it can take the write lock at once, else with 5
//   ShippingWriter ship CATALOG SEED LEDGER FOLDER ships into a folder until its input ends

let arguments = CommandLine.arguments
guard arguments.count >= 3 else {
    print("Usage: ShippingWriter write|checkpoint|lock|ship CATALOG [SEED [LEDGER FOLDER]]")
    exit(2)
}
let catalog = arguments[2]
var random = Randomness(seed: arguments.count > 3 ? UInt64(arguments[3]) ?? 0 : 0)

if arguments[1] != "lock" {
    Thread {
        while readLine() != nil {}
        exit(0)
    }.start()
}

switch arguments[1] {
case "lock":
    exit(try canLock(catalog) ? 0 : 5)
case "checkpoint":
    try checkpointForever(catalog, &random)
case "ship" where arguments.count == 6:
    try shipForever(catalog, ledger: arguments[4], folder: arguments[5], &random)
default:
    try writeForever(catalog, &random)
}
