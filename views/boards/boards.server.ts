// Boards are set up, laid out, put back as they were, and moved between installations as files.
import { sql } from 'kysely'
import { json, int, text } from '../../kit/model/field.ts'
import { problems, type Problem } from '../../kit/model/problem.ts'
import { isId, permOf } from '../../kit/model/resource.ts'
import type { Ctx } from '../../kit/server/ctx.server.ts'
import { scoped } from '../../kit/server/query.server.ts'
import { asFile, crud, FileResponse, ids, reading, route, type Route, type SentRow, type Slice, type TextInput } from '../../kit/server/route.server.ts'
import * as rows from '../../kit/server/rows.server.ts'
import { askedFirst } from '../../runtime/asked-first.server.ts'
import { board, BOARD_FILE, board_version, keptPanels, readPanels, type BoardFile, type BoardPanel, type PanelFault } from './board.ts'
import { boardProblems } from './problems.ts'
import { ownBoards, shownBoard } from './shown.server.ts'

/** A fault of panels in words. */
const refusalOf = (f: PanelFault): Problem => ('at' in f ? boardProblems[f.why]({ at: f.at, name: f.name }) : boardProblems[f.why]())
function panelsIn(v: unknown): BoardPanel[] {
  const read = readPanels(v)
  if ('fault' in read) throw refusalOf(read.fault)
  return read.panels
}
/** Writes a layout as the next version. */
async function laidOut(ctx: Ctx, id: string, last: number | null, panels: readonly BoardPanel[]): Promise<{ version: number }> {
  const version = (last ?? 0) + 1
  await rows.update(ctx, board, id, { version, panels })
  await rows.insert(ctx, board_version, { boardId: id, version, panels, day: ctx.now.slice(0, 10) })
  return { version }
}
/** Lays a board out anew: {id, version: the one that was changed, panels}. @throws changed where somebody else was faster, and for panels that are none */
async function place(ctx: Ctx, b: { id?: string; version?: number; panels?: unknown }): Promise<{ version: number }> {
  const at = await rows.get(ctx, board, b.id ?? '', true)
  if ((b.version ?? 0) !== (at.version ?? 0)) throw problems.changed()
  return laidOut(ctx, at.id, at.version, panelsIn(b.panels))
}
/** Puts an earlier version back, as the next one. */
async function restore(ctx: Ctx, b: { id?: string; version?: number }): Promise<{ version: number }> {
  const at = await rows.get(ctx, board, b.id ?? '', true)
  // a number beyond the last one is none, however large
  const was =
    Number.isInteger(b.version) && b.version! <= (at.version ?? 0) ? await rows.find(ctx, board_version, { boardId: at.id, version: b.version! }) : undefined
  if (!was) throw boardProblems.version()
  // an indicator that is gone since then does not come back
  return laidOut(ctx, at.id, at.version, panelsIn(was.panels))
}
async function exported(ctx: Ctx, q: TextInput<'id'>): Promise<FileResponse> {
  const at = await rows.get(ctx, board, q.id ?? '')
  const { format, version } = BOARD_FILE
  const file: BoardFile = { format, version, name: at.name, place: at.place, panels: keptPanels(at.panels) }
  return new FileResponse(`${at.name}.board.json`, 'application/octet-stream', Buffer.from(JSON.stringify(file, null, 1)))
}
/** Makes a board of what a file holds; it is switched off until somebody has looked at it. Answers its id. */
async function imported(ctx: Ctx, b: { content?: unknown }): Promise<string> {
  const { content } = b
  if (!content || typeof content !== 'object' || Array.isArray(content)) throw boardProblems.format()
  if (Buffer.byteLength(JSON.stringify(content)) > BOARD_FILE.bytes) throw boardProblems.size()
  const file = content as Partial<BoardFile>
  if (file.format !== BOARD_FILE.format) throw boardProblems.format()
  if (file.version !== BOARD_FILE.version) throw boardProblems.newer({ version: String(file.version).slice(0, 20) })
  const panels = panelsIn(file.panels)
  const id = await rows.save(ctx, board, { name: file.name, place: file.place, sort: 1, isEnabled: 0 })
  await laidOut(ctx, id, null, panels)
  return id
}
async function remove(ctx: Ctx, gone: readonly string[]): Promise<void> {
  await rows.remove(ctx, board, gone)
  const versions = await scoped(ctx, board_version).select('board_version.id').where('board_version.boardId', 'in', gone).execute()
  if (versions.length === 0) return
  await rows.erase(
    ctx,
    board_version,
    versions.map((v) => String(v.id)),
  )
}

/** Roles for whom a board is meant are those of its tenant. @throws not-found */
async function requireRoles(ctx: Ctx, b: SentRow<typeof board>): Promise<void> {
  // what is no list of ids is refused by its field
  const named = typeof b.roleIds === 'string' ? [...new Set(b.roleIds.split(','))] : []
  if (named.length === 0 || !named.every(isId)) return
  const { n } = await ctx.db
    .selectFrom('sys_role')
    .select(sql<number>`count(*)::int`.as('n'))
    .where('tenantId', '=', ctx.who.tenantId)
    .where('id', 'in', named)
    .executeTakeFirstOrThrow()
  if (n < named.length) throw problems.notFound({ zh: '角色', en: 'Role' })
}
/** A call that saves a board, its roles looked at first. */
const withRoles = (r: Route): Route => askedFirst(r, requireRoles)
const plain = crud(board)
const ofVersions = crud(board_version)
const edits = { method: 'POST', perm: permOf(board, 'edit'), scope: 'tenant' } as const
const ROUTES: readonly Route[] = [
  ...Object.values({
    ...plain,
    save: withRoles(plain.save),
    update: withRoles(plain.update),
    submit: withRoles(plain.submit),
    remove: { ...plain.remove, run: (ctx, q) => remove(ctx, ids(q)) } satisfies Route,
  }),
  { ...ofVersions.page, perm: permOf(board, 'view') },
  route({
    ...edits,
    path: `${board.path}/place`,
    audit: 'board.place',
    summary: '保存看板布局',
    body: { id: text('看板', { max: 19 }), version: int('版本'), panels: json('面板') },
    run: place,
  }),
  route({
    ...edits,
    path: `${board.path}/restore`,
    audit: 'board.restore',
    summary: '恢复看板版本',
    body: { id: text('看板', { max: 19 }), version: int('版本') },
    run: restore,
  }),
  asFile(reading('tenant', permOf(board, 'view'))(`${board.path}/export`, '导出看板', ['id'], exported), 'board.export'),
  route({
    method: 'POST',
    perm: permOf(board, 'add'),
    scope: 'tenant',
    path: `${board.path}/import`,
    audit: 'board.import',
    summary: '导入看板',
    body: { content: json('看板文件') },
    answer: 'id',
    run: imported,
  }),
  reading('tenant', 'home_view')(`${board.path}/mine`, '我的看板', ['place'], ownBoards),
  reading('land', 'home_view')(`${board.path}/show`, '看板数据', ['id', 'regionCode'], shownBoard),
]
/** Boards that administrators set up, and what of them somebody sees. Source: statistics.md 15, 17. */
export const boardsSlice: Slice = { name: 'boards', resources: [board, board_version], routes: ROUTES }
