import { typedRows } from '../../kit/server/any-query.server.ts'
import { sql } from 'kysely'
import type { Ctx } from '../../kit/server/ctx.server.ts'
import { joinable } from '../../kit/server/query.server.ts'
import { NOTICE, NOTICE_KINDS, registry_notice } from './notice.ts'

/** What came down from the registry, by kind and by what became of it. Source: statistics.md 12. */
export async function noticeCounts(ctx: Ctx) {
  const found = await typedRows<{ kind: string; status: string; n: string }>(
    joinable(ctx, registry_notice)
      .select(['registry_notice.kind', 'registry_notice.status', sql<string>`count(*)`.as('n')])
      .groupBy(['registry_notice.kind', 'registry_notice.status']),
  )
  const n = (is: (f: { kind: string; status: string }) => boolean) => found.filter(is).reduce((s, f) => s + Number(f.n), 0)
  return {
    total: n(() => true),
    ...(Object.fromEntries(NOTICE_KINDS.map((kind) => [kind, n((f) => f.kind === kind)])) as Record<(typeof NOTICE_KINDS)[number], number>),
    done: n((f) => f.status === NOTICE.written || f.status === NOTICE.disposed),
    waiting: n((f) => f.status === NOTICE.coming || f.status === NOTICE.waiting),
  }
}
