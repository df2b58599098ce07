// The toolchain ties `Testing` and `CoreImage`: a file that imports both makes the compiler load a module of this name,
// and fails without one. There is nothing to add, so the module is empty; it must only be found.
