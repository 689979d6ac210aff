import { appendFile, mkdtemp, open, rm } from 'node:fs/promises'
import { join } from 'node:path'

/** Rows put aside by unit (village) in a private folder, so that only one unit at a time is in memory. */
export interface Spill {
  put(unit: string, kind: string, row: unknown): Promise<void>
  units(): string[]
  read(unit: string): Promise<{ kind: string; row: unknown }[]>
  remove(): Promise<void>
}

const buffered = 4 * 2 ** 20

/** Opens an empty spill below `parent`. Call `remove` when done. */
export async function openSpill(parent: string): Promise<Spill> {
  const dir = await mkdtemp(join(parent, 'checks-'))
  const waiting = new Map<string, string[]>()
  const numbers = new Map<string, number>()
  let held = 0
  const fileOf = (unit: string) => join(dir, `${numbers.get(unit)}.jsonl`)
  const flush = async () => {
    for (const [unit, lines] of waiting) await appendFile(fileOf(unit), lines.join(''))
    waiting.clear()
    held = 0
  }
  return {
    put: async (unit, kind, row) => {
      if (!numbers.has(unit)) numbers.set(unit, numbers.size)
      const line = `${JSON.stringify({ kind, row })}\n`
      const lines = waiting.get(unit)
      if (lines) lines.push(line)
      else waiting.set(unit, [line])
      held += line.length
      if (held > buffered) await flush()
    },
    units: () => [...numbers.keys()].sort(),
    read: async (unit) => {
      await flush()
      const rows: { kind: string; row: unknown }[] = []
      const file = await open(fileOf(unit))
      for await (const line of file.readLines()) rows.push(JSON.parse(line) as { kind: string; row: unknown })
      return rows
    },
    remove: () => rm(dir, { recursive: true, force: true }),
  }
}
