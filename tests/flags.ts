/**
 * What Node is told about WebAssembly, which is the embedded database: its first, quick code is kept. To compile it better takes seconds of two cores in
 * each process, which those that live for a minute do not earn back; it was a sixth of the processor time of tests on that database.
 */
export const QUICK_WASM = ['--liftoff-only'] as const
