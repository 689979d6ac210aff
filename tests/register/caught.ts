import { world } from '../world.ts'
import { against } from './against.ts'
import { sideOf } from './side.ts'

/** What the oracle says of a writer, undefined when it is like the model, and after how many entries. */
export interface Caught {
  said: string | undefined
  tried: number
}
export interface Catcher {
  /** of the writer with the fault of this number (faults.ts), or of the writer as it is, on so many random entries of a seed at most */
  caught(n: number | undefined, seed: number, entries: number): Promise<Caught>
  end(): Promise<void>
}
/** An application whose writer is loaded anew with a fault in it (faults-plugin.ts must be in the configuration), over a register that is emptied each time. */
export async function openCatcher(): Promise<Catcher> {
  const w = await world()
  const { rows } = await w.db.pool.query(`select string_agg(quote_ident(table_name), ', ') as t from information_schema.columns
    where column_name = 'countyCode' and table_schema = 'public' and table_name in (select table_name from information_schema.tables where table_type = 'BASE TABLE')`)
  return {
    async caught(n, seed, entries) {
      await w.db.pool.query(`truncate ${rows[0].t}`)
      const mark = n === undefined ? '' : `?fault=${n}`
      const { write }: typeof import('../../land/register/write.server.ts') = await import(/* @vite-ignore */ `../../land/register/write.server.ts${mark}`)
      const { undo }: typeof import('../../land/register/undo.server.ts') = await import(/* @vite-ignore */ `../../land/register/undo.server.ts${mark}`)
      // what the database refuses is caught as well
      const told = await against(sideOf(w, write, undo), { seed, entries, every: 50, stop: true }).catch((e: unknown) => ({
        differ: [`${String(e instanceof Error && e.cause ? e.cause : e)}`],
        keys: [],
        tried: entries,
      }))
      const [first] = [...told.differ, ...told.keys]
      return { said: first?.slice(0, 160), tried: told.tried }
    },
    end: () => w.end(),
  }
}
