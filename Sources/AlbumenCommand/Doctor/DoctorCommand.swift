import ArgumentParser

/// `albumen doctor` checks that this machine meets the requirements of albumen.
struct DoctorCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "doctor",
        abstract: "Check that albumen works on this machine, and suggest fixes.",
        discussion: """
            Looks at the media worker and its sandbox, the library's folder, the room on its disk and the search \
            index, and changes no photo. Each line is ok, a warning or a fault; with a fault the exit status is 1. \
            The search index is compared with all items, which takes some 2 seconds for 100,000 of them.

              albumen doctor
            """)

    @OptionGroup
    var options: LibraryOptions

    func run() throws {
        let output = StandardOutput.shared
        var faults = 0
        func tell(_ diagnoses: [Diagnosis]) throws {
            for diagnosis in diagnoses {
                try output.write(line: options.json ? JSONLine.text(diagnosis) : diagnosis.text)
                if diagnosis.status == .fault { faults += 1 }
            }
            try output.flush()
        }
        try tell(WorkerExamination.diagnoses())
        try tell(LibraryExamination.diagnoses(of: options))
        guard faults == 0 else {
            throw CommandFailure("The doctor found \(Count.text(faults, "fault")). Follow the advice above.")
        }
    }
}
