// The writing in a picture, read by Tesseract: a process of its own for each picture. Off unless its path is set.
import { spawn } from 'node:child_process'

/** Reads what is written in a picture (PNG, JPEG, TIFF, BMP, PGM); '' where nothing can be read. */
export type Recognise = (picture: Uint8Array, signal?: AbortSignal) => Promise<string>

/** A page takes two to ten seconds; ms. */
const WORK_MS = 120_000
/** Signs of an answer at most. */
const MOST_ANSWER = 200_000

/** The recognition at the path of Tesseract, which has the data of simplified Chinese (Debian: tesseract-ocr, tesseract-ocr-chi-sim). */
export const tesseract =
  (program: string, workMs = WORK_MS): Recognise =>
  (picture, signal) =>
    new Promise((resolve, reject) => {
      const late = AbortSignal.timeout(workMs)
      // one thread: others work on the same cores
      const env = {
        PATH: process.env.PATH ?? '',
        OMP_THREAD_LIMIT: '1',
        ...(process.env.TESSDATA_PREFIX ? { TESSDATA_PREFIX: process.env.TESSDATA_PREFIX } : {}),
      }
      const child = spawn(program, ['stdin', 'stdout', '-l', 'chi_sim', '--psm', '3'], {
        env,
        stdio: ['pipe', 'pipe', 'ignore'],
        signal: signal ? AbortSignal.any([signal, late]) : late,
        killSignal: 'SIGKILL',
      })
      const parts: Buffer[] = []
      let size = 0
      child.stdout.on('data', (b: Buffer) => {
        size += b.length
        if (size <= MOST_ANSWER) parts.push(b)
      })
      child.once('error', (e) => (signal?.aborted ? reject(e) : resolve('')))
      child.once('close', (code) => resolve(code === 0 ? Buffer.concat(parts).toString() : ''))
      // it may have ended before it took the picture
      child.stdin.on('error', () => undefined)
      child.stdin.end(picture)
    })
