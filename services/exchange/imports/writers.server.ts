import { invalidField, problems } from '../../../kit/model/problem.ts'
import { pathFits } from '../../../kit/model/scope-rules.ts'
import { entries, isEditable, permOf, type AnyResource } from '../../../kit/model/resource.ts'
import type { Ctx, Who } from '../../../kit/server/ctx.server.ts'
import type { RequestFacts, Route } from '../../../kit/server/route.server.ts'
import * as rows from '../../../kit/server/rows.server.ts'
import { HEADING_KEY } from '../../../platform/dictionaries/dict.ts'
import { dict_biz } from '../../../platform/definitions/system.ts'

/** Values of a row by the names of whatever definition is imported. */
export type RowValues = Record<string, any>
/** How rows of a target are written: as its form writes them, with every check, audit, version and lock. */
export interface Writer {
  /** paths of the calls that do it; a caller whose API scope leaves one out may not import */
  paths: readonly string[]
  /** stores the editable values of a new row, or of the row `before` with the revision that was seen; answers the id */
  save(ctx: Ctx, values: RowValues, before?: RowValues): Promise<string>
  /** takes a new row away again */
  remove(ctx: Ctx, row: RowValues): Promise<unknown>
  /** what else goes back when a row of the register does, from how it was written to how it was before; throws where it may not go back */
  restored?: Restored
}

const FACTS: RequestFacts = { headers: {}, params: {}, cookies: {} }
/** The values of a stored row that its form sends back. */
export const writerForm = (r: AnyResource, row: RowValues): RowValues =>
  Object.fromEntries(entries(r).flatMap(([n, f]) => (isEditable(f) && row[n] !== null && row[n] !== undefined ? [[n, row[n]]] : [])))
/** The context of a call at the resource's own path, so that the caller's data scopes hold as they do there. */
export const importWriting = (ctx: Ctx, r: AnyResource): Ctx => ({ ...ctx, call: { path: `${r.path}/update`, reads: false } })

/** What a form sends beside the row's own fields. */
export type WriterExtras = (ctx: Ctx, values: RowValues, before?: RowValues) => Promise<RowValues>
type Restored = (ctx: Ctx, written: RowValues, was: RowValues) => Promise<void>
/** What rooms say of the writing of their rows. */
export interface ImportWriting {
  beside?: Readonly<Record<string, WriterExtras>>
  /** what goes back with rows that are withdrawn */
  restored?: Readonly<Record<string, Restored>>
  /** writers of definitions that no call of their own saves */
  own?: Readonly<Record<string, Writer>>
}
const BESIDE: Readonly<Record<string, WriterExtras>> = {
  async [dict_biz.name](ctx, values, before) {
    if (before) return { parentId: before.parentId }
    if (values.dictKey === HEADING_KEY) return { parentId: null }
    const head = (await rows.find(ctx, dict_biz, { code: values.code, parentId: null })) as { id: string } | undefined
    if (!head) throw invalidField('code', { zh: '没有该字典目录', en: 'There is no such dictionary' })
    return { parentId: head.id }
  },
}

/** The writer of a definition: its own calls for saving and removing, or the one above. */
export function writerOf(r: AnyResource, routes: readonly Route[], rooms: ImportWriting): Writer {
  const own = rooms.own?.[r.name]
  const restored = rooms.restored?.[r.name]
  const beside = rooms.beside?.[r.name] ?? BESIDE[r.name]
  if (own) return own
  const at = (...verbs: string[]) => routes.find((x) => verbs.some((v) => x.path === `${r.path}/${v}`))
  const add = at('save', 'submit'),
    change = at('update', 'submit'),
    gone = at('remove')
  if (!add || !change || !gone) throw new Error(`${r.name} has no calls to write it`)
  const send = (route: Route, ctx: Ctx, body: Readonly<Record<string, unknown>>) => route.run(importWriting(ctx, r), body, FACTS)
  return {
    paths: [add.path, change.path],
    save: async (ctx, values, before) =>
      (await send(before ? change : add, ctx, {
        ...values,
        ...(await beside?.(ctx, values, before)),
        ...(before ? { id: before.id, rev: before.rev } : {}),
      })) as string,
    ...(restored ? { restored } : {}),
    // regions are removed by their code
    remove: (ctx, row) => send(gone, ctx, gone.query?.includes('ids') ? { ids: row.id } : { id: row.code }),
  }
}

/** Refuses a caller who may neither add nor change, or whose API scope leaves the calls out. */
export function requireWriter(who: Who, r: AnyResource, w: Writer, perm: string): void {
  if (!who.perms.has(perm)) throw problems.forbidden({ perm })
  if (!who.perms.has(permOf(r, 'add')) && !who.perms.has(permOf(r, 'edit'))) throw problems.forbidden({ perm: permOf(r, 'edit') })
  const out = who.apiPaths?.length ? w.paths.find((path) => !who.apiPaths!.some((p) => pathFits(p, path))) : undefined
  if (out) throw problems.forbidden({ perm: out })
}
