import { appendFile, mkdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Checkpoint } from '../../runtime/audit-verify.server.ts'
import { localTime } from '../../kit/server/clock.server.ts'
import type { Routine } from '../../runtime/maintenance.server.ts'

const fileOf = (dataDir: string) => join(dataDir, 'audit-heads.jsonl')

/** The checkpoints kept so far; none before the first hour. A line that a kill cut short is left out. */
export async function keptCheckpoints(dataDir: string): Promise<Checkpoint[]> {
  const text = await readFile(fileOf(dataDir), 'utf8').catch((e: NodeJS.ErrnoException) => {
    if (e.code === 'ENOENT') return ''
    throw e
  })
  return text.split('\n').flatMap((line) => {
    try {
      return [JSON.parse(line) as Checkpoint]
    } catch {
      return []
    }
  })
}

/**
 * Hourly: the head of every tenant's audit chain is written to DATA_DIR/audit-heads.jsonl (mode 0600), outside the database, so that a chain made
 * anew from changed rows is found. Copy the file to another machine. Source: security.md 5.9.
 */
export const checkpointsRoutine = ({ dataDir }: { dataDir: string }): Routine => ({
  name: 'audit-heads',
  label: '保存审计链头',
  due: { minutes: 60 },
  async run({ now, system }) {
    const checkpoints = await system((tx) => tx.selectFrom('audit_chain').select(['tenantId', 'chainSeq', 'hash']).orderBy('tenantId').execute())
    const last = new Map((await keptCheckpoints(dataDir)).map((h) => [h.tenantId, h.chainSeq]))
    const fresh = checkpoints
      .map((h) => ({ tenantId: h.tenantId, chainSeq: Number(h.chainSeq), hash: h.hash }))
      .filter((h) => last.get(h.tenantId) !== h.chainSeq)
    await mkdir(dataDir, { recursive: true })
    const lines = fresh.map((h) => JSON.stringify({ at: localTime(now), ...h }))
    // begins a line of its own even after one that a kill cut short
    if (lines.length) await appendFile(fileOf(dataDir), `\n${lines.join('\n')}\n`, { mode: 0o600 })
    return `${lines.length} checkpoints`
  },
})
