/** What the main thread gives the worker at its start. `clock[0]` is the start (ms) of the running batch, 0 when none runs. */
export interface WorkerData {
  /** undefined: in memory */
  pgdata: string | undefined
  durable: boolean
  template: string | undefined
  /** the folder is empty: a new database is made */
  fresh: boolean
  /** folder of the slim PostGIS archive */
  cache: string
  idleTxMs: number
  clock: SharedArrayBuffer
  /** the engine as an earlier worker of this process compiled it */
  compiled?: WebAssembly.Module | undefined
}

/** Main thread to worker; `id` is the virtual connection. */
export type ToWorker =
  | { type: 'open'; id: number }
  | { type: 'data'; id: number; bytes: Uint8Array }
  | { type: 'close'; id: number }
  | { type: 'dump' }
  | { type: 'stop' }

/** Worker to main thread. */
export type FromWorker =
  /** `compiled`: the engine, for the next worker of this process */
  | { type: 'ready'; compiled: WebAssembly.Module }
  | { type: 'data'; id: number; bytes: Uint8Array }
  | { type: 'dead'; id: number; reason: string }
  | { type: 'drop'; id: number; code: string; reason: string }
  | { type: 'dump'; bytes: Uint8Array }
  | { type: 'stopped' }
