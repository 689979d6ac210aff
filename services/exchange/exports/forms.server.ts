import { typedRows } from '../../../kit/server/any-query.server.ts'
import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { ZipArchive } from 'archiver'
import { Problem } from '../../../kit/model/problem.ts'
import type { Ctx } from '../../../kit/server/ctx.server.ts'
import type { Filter } from '../../../kit/server/query.server.ts'
import { exportProblems } from './problems.ts'
import { words } from './words.ts'
import { rowsOf } from './source.server.ts'
import type { ExportForm, ExportTarget, ExportHolder, SheetRun } from './targets.server.ts'

/** Documents of one export at most: each is typeset, and everybody's documents wait in one line. */
const MOST = 5000

/** Valid households or issuers under the filter, by code. */
async function registered(ctx: Ctx, t: ExportTarget, filter: Filter): Promise<ExportHolder[]> {
  const { r } = t
  const code = `${r.name}bm`,
    name = `${r.name}mc`
  return await typedRows<ExportHolder>(
    rowsOf(ctx, t, filter)
      .where(`${r.name}.zt`, '=', '1')
      .select([`${r.name}.${code} as code`, `${r.name}.${name} as name`])
      .orderBy(`${r.name}.${code}`)
      .limit(MOST + 1),
  )
}
/** What the form is made of, under the filter. @throws export-nothing, export-too-many */
async function holdersOf(ctx: Ctx, form: ExportForm, t: ExportTarget, filter: Filter): Promise<ExportHolder[]> {
  const found = await (form.holders?.(ctx, filter, MOST + 1) ?? registered(ctx, t, filter))
  if (found.length === 0) throw exportProblems.nothing()
  if (found.length > MOST) throw exportProblems.tooMany({ max: MOST })
  return found
}

/**
 * Writes one PDF for each household or issuer into an archive at `path`. What cannot be printed (a character without glyph, a parcel without
 * coordinates) is named in a text file and does not hold back the others. Answers the number of documents.
 */
export async function writeForms(run: SheetRun, form: ExportForm, t: ExportTarget, filter: Filter, path: string): Promise<number> {
  const holders = await run.tx((ctx) => holdersOf(ctx, form, t, filter))
  const zip = new ZipArchive({ store: true })
  const written = pipeline(zip, createWriteStream(path, { mode: 0o600 }))
  written.catch(() => {})
  const add = async (name: string, bytes: Buffer) => {
    const source = Readable.from([bytes])
    zip.append(source, { name })
    await Promise.race([once(source, 'end'), written])
  }
  const faults: string[] = []
  let made = 0
  try {
    for (const [i, h] of holders.entries()) {
      run.signal.throwIfAborted()
      try {
        const typeset = await run.tx((ctx) => form.read(ctx, h))
        if (typeset) {
          await add(form.fileName(h.code, h.name), await typeset())
          made++
        }
      } catch (e) {
        if (!(e instanceof Problem)) throw e
        faults.push(`${form.holders ? h.name : `${h.code} ${h.name}`}: ${e.say(run.lang)}`)
      }
      await run.progress(i + 1, holders.length)
    }
    if (made === 0 && faults.length === 0) throw exportProblems.nothing()
    if (faults.length > 0) await add(words.notMade[run.lang], Buffer.from(`\ufeff${faults.join('\r\n')}\r\n`))
    await add(words.made[run.lang], Buffer.from(`\ufeff${words.exported[run.lang]} ${run.mark}\r\n`))
    await zip.finalize()
    await written
    return made
  } catch (e) {
    zip.destroy()
    throw e
  }
}
