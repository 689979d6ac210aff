/** Worker thread that judges an opened package: what the rules gather, and how long a damaged geometry keeps them, is bounded here. */
import { serveThread } from '../package/thread.server.ts'
import type { StagedPackage } from '../package/staged.ts'
import { checkPackage, type CheckOptions, type PackageFinding } from './checks.server.ts'
import { inPieces } from '../../runtime/thread-pieces.server.ts'

/** What the thread is to judge. */
export interface CheckTask {
  pkg: StagedPackage
  options: Pick<CheckOptions, 'today' | 'workDir' | 'limits' | 'of'>
}

const judge = ({ pkg, options }: CheckTask, _question: unknown, onProgress: (step: string, percent: number) => void): AsyncGenerator<PackageFinding[]> =>
  inPieces(checkPackage(pkg, { ...options, onProgress }))

serveThread(judge)
