import type { Ctx } from '../kit/server/ctx.server.ts'
import type { RoutineRun } from './maintenance.server.ts'

/** Pieces of a routine, each in a transaction of its own. */
export interface Piecewise {
  /** Does one piece in a tenant, and answers what came of it; undefined where it failed. `name`: as its fault is told. @throws when the server stops */
  piece<T>(tenantId: string, name: string, work: (ctx: Ctx) => Promise<T>): Promise<T | undefined>
  /** The word of the routine. @throws with the word and every fault, where there was one */
  end(word: string): string
}
/** A routine whose pieces hold up none of the others: what fails of a tenant or a row is told at the end, when all that could be done is done. */
export function piecewise({ as, signal }: Pick<RoutineRun, 'as' | 'signal'>): Piecewise {
  const failed: string[] = []
  return {
    async piece(tenantId, name, work) {
      signal.throwIfAborted()
      try {
        return await as(tenantId, work)
      } catch (e) {
        failed.push(`${name}: ${e instanceof Error ? e.message : String(e)}`)
        return undefined
      }
    },
    end(word) {
      if (failed.length) throw new Error(`${word}, ${failed.length} failed: ${failed.join('; ')}`)
      return word
    },
  }
}
