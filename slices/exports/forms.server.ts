import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { ZipArchive } from 'archiver'
import { Problem } from '../../kit/model/problem.ts'
import type { AnyResource } from '../../kit/model/resource.ts'
import type { Ctx } from '../../kit/server/ctx.server.ts'
import type { Filter } from '../../kit/server/query.server.ts'
import { readParcels, readSketchRows, readWords } from '../print/read.server.ts'
import { render, renderSketch, timestampOf } from '../print/render.server.ts'
import { cbfSurveyDoc, fbfSurveyDoc } from '../print/survey-doc.ts'
import { readHolders, readIssuers } from '../print/survey.server.ts'
import type { FormKind } from './exports.ts'
import { exportProblems } from './problems.ts'
import type { SheetRun } from './sheet.server.ts'
import { rowsOf } from './source.server.ts'

/** Documents of one export at most: each is typeset, and everybody's documents wait in one line. */
const MOST = 5000
interface Holder {
  code: string
  name: string
}
type Typeset = () => Promise<Buffer>

/** Reads what one document needs; answers how it is typeset, or undefined when there is nothing to draw. */
const READERS: Readonly<Record<FormKind, (ctx: Ctx, h: Holder) => Promise<Typeset | undefined>>> = {
  async 'fbf-survey'(ctx, { code }) {
    const issuers = await readIssuers(ctx, { fbfbms: code }),
      words = await readWords(ctx)
    return () => render('fbf-survey', () => fbfSurveyDoc(issuers, words), timestampOf(ctx.now))
  },
  async 'cbf-survey'(ctx, { code }) {
    const holders = await readHolders(ctx, { cbfbms: code }),
      words = await readWords(ctx)
    return () => render('cbf-survey', () => cbfSurveyDoc(holders, words), timestampOf(ctx.now))
  },
  async sketch(ctx, { code, name }) {
    const parcels = await readParcels(ctx, { cbfbm: code })
    if (parcels.length === 0) return undefined
    const rows = await readSketchRows(ctx, { cbfbm: code, cbfmc: name }, parcels)
    return () => renderSketch(rows, timestampOf(ctx.now))
  },
}
const NAMES: Readonly<Record<FormKind, (code: string) => string>> = {
  'fbf-survey': (code) => `FBFDC${code}.pdf`,
  'cbf-survey': (code) => `CBFDC${code}.pdf`,
  sketch: (code) => `DKSYT${code}.pdf`,
}

/** Valid households or issuers under the filter, by code. */
async function holdersOf(ctx: Ctx, r: AnyResource, filter: Filter): Promise<Holder[]> {
  const code = `${r.name}bm`,
    name = `${r.name}mc`
  const found = (await rowsOf(ctx, r, filter)
    .where(`${r.name}.zt`, '=', '1')
    .select([`${r.name}.${code} as code`, `${r.name}.${name} as name`])
    .orderBy(`${r.name}.${code}`)
    .limit(MOST + 1)
    .execute()) as Holder[]
  if (found.length === 0) throw exportProblems.nothing()
  if (found.length > MOST) throw exportProblems.tooMany({ max: MOST })
  return found
}

/**
 * Writes one PDF for each household or issuer into an archive at `path`. What cannot be printed (a character without glyph, a parcel without
 * coordinates) is named in 未能生成.txt and does not hold back the others. Answers the number of documents.
 */
export async function writeForms(run: SheetRun, kind: FormKind, r: AnyResource, filter: Filter, path: string): Promise<number> {
  const holders = await run.tx((ctx) => holdersOf(ctx, r, filter))
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
        const typeset = await run.tx((ctx) => READERS[kind](ctx, h))
        if (typeset) {
          await add(NAMES[kind](h.code), await typeset())
          made++
        }
      } catch (e) {
        if (!(e instanceof Problem)) throw e
        faults.push(`${h.code} ${h.name}: ${e.message}`)
      }
      await run.progress(i + 1, holders.length)
    }
    if (made === 0 && faults.length === 0) throw exportProblems.nothing()
    if (faults.length > 0) await add('未能生成.txt', Buffer.from(`\ufeff${faults.join('\r\n')}\r\n`))
    await zip.finalize()
    await written
    return made
  } catch (e) {
    zip.destroy()
    throw e
  }
}
