import { appendFile, mkdir, readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { areHeadsSigned, type Checkpoint, type SignHead } from '../../runtime/audit-signature.server.ts'
import { localTime } from '../../kit/server/clock.server.ts'
import type { Routine } from '../../runtime/maintenance.server.ts'

/** Where heads are kept and how they are signed. `copy` is a file in a second place (another disk or machine), '' for none. */
export interface HeadsPlace {
  dataDir: string
  copy: string
  sign: SignHead
}
const filesOf = ({ dataDir, copy }: HeadsPlace) => [join(dataDir, 'audit-heads.jsonl'), ...(copy ? [copy] : [])]

type Line = Checkpoint & { sign?: string }
/** The lines of one file. One that a kill cut short is left out, and so is one that was signed by somebody else. */
async function linesOf(file: string, sign: SignHead): Promise<Line[]> {
  const text = await readFile(file, 'utf8').catch((e: NodeJS.ErrnoException) => {
    if (e.code === 'ENOENT') return ''
    throw e
  })
  return text.split('\n').flatMap((line) => {
    try {
      const kept = JSON.parse(line) as Line
      // lines of older versions have no signature
      return kept.sign === undefined || kept.sign === sign(kept) ? [kept] : []
    } catch {
      return []
    }
  })
}
/** The checkpoints kept so far in either place; none before the first hour. */
export async function keptCheckpoints(place: HeadsPlace): Promise<Checkpoint[]> {
  return (await Promise.all(filesOf(place).map((f) => linesOf(f, place.sign)))).flat()
}
/** What a check of the chain goes by: the heads that were kept, and the signature where heads are signed. */
export const witnessesOf = async (place: HeadsPlace) => ({
  checkpoints: await keptCheckpoints(place),
  sign: areHeadsSigned(place.dataDir) ? place.sign : undefined,
})

/**
 * Hourly: the head of every tenant's audit chain is written, signed, to DATA_DIR/audit-heads.jsonl and to the second place (mode 0600), outside the
 * database, so that a chain made anew from changed rows is found. Source: security.md 5.9.
 */
export const checkpointsRoutine = (place: HeadsPlace): Routine => ({
  name: 'audit-heads',
  label: '保存审计链头',
  due: { minutes: 60 },
  async run({ now, system }) {
    const heads = await system((tx) => tx.selectFrom('audit_chain').select(['tenantId', 'chainSeq', 'hash']).orderBy('tenantId').execute())
    const checkpoints = heads.map((h) => ({ tenantId: String(h.tenantId), chainSeq: Number(h.chainSeq), hash: String(h.hash) }))
    let written = 0
    for (const file of filesOf(place)) {
      const last = new Map((await linesOf(file, place.sign)).map((h) => [h.tenantId, h.chainSeq]))
      const lines = checkpoints.filter((h) => last.get(h.tenantId) !== h.chainSeq).map((h) => JSON.stringify({ at: localTime(now), ...h, sign: place.sign(h) }))
      await mkdir(dirname(file), { recursive: true })
      // begins a line of its own even after one that a kill cut short
      if (lines.length) await appendFile(file, `\n${lines.join('\n')}\n`, { mode: 0o600 })
      written += lines.length
    }
    return `${written} checkpoints`
  },
})
