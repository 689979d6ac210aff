/** Loaded into a process (node --import): every thread it starts gets the disk of power-fs.ts. */
import threads from 'node:worker_threads'
import { syncBuiltinESMExports } from 'node:module'

const { Worker } = threads
if (threads.isMainThread) {
  threads.Worker = class extends Worker {
    constructor(file: string | URL, o: threads.WorkerOptions = {}) {
      super(file, { ...o, execArgv: ['--import', new URL('./power-fs.ts', import.meta.url).href] })
    }
  }
  syncBuiltinESMExports()
}
