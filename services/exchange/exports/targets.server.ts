import type { Lang } from '../../../kit/model/lang.ts'
import type { AnyResource } from '../../../kit/model/resource.ts'
import type { Ctx } from '../../../kit/server/ctx.server.ts'
import type { AnyQuery } from '../../../kit/server/any-query.server.ts'
import type { Filter } from '../../../kit/server/query.server.ts'
import type { FormKind } from './exports.ts'

/** What the room of a definition says of its export. A definition of which nothing is said is exported as its scope and filters show it. */
export interface ExportTarget {
  r: AnyResource
  /** rule of the list beyond scope and filters: the very rows that the screen shows */
  rule?(q: AnyQuery, filter: Filter): AnyQuery
  /** names beside those of the definition that its list may be asked by; the rule reads them */
  filters?: readonly string[]
  /** rows that stand in no table of that name; they bring their own scope */
  rows?(ctx: Ctx): AnyQuery
  /** words of columns whose keys stand in no dictionary, by column */
  words?(lang: Lang): Readonly<Record<string, Readonly<Record<string, string>>>>
  /** an archive of its own making in place of a sheet, for types that say so (`archive`) */
  archive?: ExportArchive
}
/** One export on its way. */
export interface SheetRun {
  lang: Lang
  /** who made it and when, as the file says it */
  mark: string
  tx<T>(work: (ctx: Ctx) => Promise<T>): Promise<T>
  signal: AbortSignal
  /** told after each page */
  progress(done: number, total: number): Promise<void>
}
/** An archive that a room makes by itself. */
export interface ExportArchive {
  /** @throws what stands against it, when it is asked for */
  ready(ctx: Ctx, filter: Filter): void
  /** writes the ZIP to `path`; answers how many rows it has */
  write(run: SheetRun, filter: Filter, path: string): Promise<number>
}
/** A household, an issuer, or what else has a document, by code. */
export interface ExportHolder {
  code: string
  name: string
}
/** A typeset document of each household or issuer. */
export interface ExportForm {
  /** reads what the document needs; answers how it is typeset, or undefined when there is nothing to draw */
  read(ctx: Ctx, h: ExportHolder): Promise<(() => Promise<Buffer>) | undefined>
  fileName(code: string, name: string): string
  /** what has a document under the filter, at most `limit` of them, where it is no valid household, issuer or parcel; they may be named by `ids` too */
  holders?(ctx: Ctx, filter: Filter, limit: number): Promise<ExportHolder[]>
}
export type ExportForms = Readonly<Record<FormKind, ExportForm>>
