import type { Ctx } from '../../kit/server/ctx.server.ts'
import type { IssuerRound } from '../package/rounds.ts'
import type { IntakeParcel } from './village.ts'
import type { ReadTable, StagedPackage } from '../package/staged.ts'

/** What a step tells outside, by its key or the name of a layer: never waits, so that it may be called inside a transaction. */
export type Tell = (percent: number, step: string, done?: number, total?: number) => void
export interface WriteRun {
  ctx: Ctx
  pkg: StagedPackage
  table: ReadTable
  /** outlines of parcels, where they stand in no layer of the package */
  parcels?: (() => AsyncIterable<IntakeParcel>) | undefined
  tell: Tell
  signal: AbortSignal
}
/** What the auditor of a package has confirmed: its day (else the latest that it tells something of), the rounds of its issuers. */
export interface ConfirmedRounds {
  day?: string | null | undefined
  rounds?: readonly IssuerRound[] | null | undefined
}
export type Counts = Record<string, number>
