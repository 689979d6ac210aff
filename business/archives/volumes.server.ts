// Volumes as rows: found or begun, held while something comes to them, and counted. Source: business-flows.md 11.
import { countyOf } from '../../kit/model/region-code.ts'
import type { AnyResource } from '../../kit/model/resource.ts'
import { typedRows, type AnyQuery } from '../../kit/server/any-query.server.ts'
import type { Ctx } from '../../kit/server/ctx.server.ts'
import { nextNumber } from '../../kit/server/counters.server.ts'
import { flatRows, joinable, scoped } from '../../kit/server/query.server.ts'
import * as rows from '../../kit/server/rows.server.ts'
import { personName } from '../../platform/people/name.ts'
import { file_detail, file_group, GROUP, OPENNESS, VOLUME, type FileDetail, type FileGroup } from './archive.ts'
import { archiveNo, volumeEnd, type VolumeOf } from './order.ts'
import { archiveProblems } from './problems.ts'

/** The button that opens volumes of a security level; a volume of level 0 is opened by whoever sees archives. */
const LEVELS: Readonly<Record<string, string>> = { '1': 'file_group_edit', '2': 'file_group_secret' }
export const mayRead = (ctx: Ctx, v: Pick<FileGroup, 'securityLevel'>): boolean => {
  const needs = LEVELS[v.securityLevel ?? '0']
  return needs === undefined || ctx.who.perms.has(needs)
}
/** Levels that the caller may not open. */
export const closedLevels = (ctx: Ctx): string[] => Object.keys(LEVELS).filter((l) => !ctx.who.perms.has(LEVELS[l]!))
/** Papers, or their pages, of volumes that the caller may open; undefined where he may open them all, so that a list is counted as any other. */
export function inOpenVolumes(ctx: Ctx, r: AnyResource): AnyQuery | undefined {
  const closed = closedLevels(ctx)
  if (closed.length === 0) return undefined
  const hidden = (joinable(ctx, file_group) as AnyQuery)
    .select('file_group.id')
    .whereRef('file_group.countyCode', '=', `${r.name}.countyCode`)
    .whereRef('file_group.id', '=', `${r.name}.groupId`)
    .where('file_group.securityLevel', 'in', closed)
  return (scoped(ctx, r) as AnyQuery).where((e) => e.not(e.exists(hidden)))
}
/** A volume that the caller may open. @throws not-found, archive-level */
export async function openVolume(ctx: Ctx, id: string, lock = false): Promise<FileGroup & { countyCode: string }> {
  const v = await rows.get(ctx, file_group, id, lock)
  if (!mayRead(ctx, v)) throw archiveProblems.level()
  return v as FileGroup & { countyCode: string }
}
/** Which volume. Its papers are looked for in its county, whose name every index begins with. */
export type VolumeRef = Pick<FileGroup, 'id' | 'regionCode'>
export const countiesOf = (volumes: readonly Pick<FileGroup, 'regionCode'>[]): string[] => [...new Set(volumes.map((v) => countyOf(v.regionCode!)))]
/** The papers of a volume, or of several, as they lie in each. */
export const filedPapers = async (ctx: Ctx, ...volumes: readonly VolumeRef[]): Promise<FileDetail[]> =>
  await typedRows<FileDetail>(
    flatRows(scoped(ctx, file_detail), file_detail)
      .where('file_detail.countyCode', 'in', countiesOf(volumes))
      .where(
        'file_detail.groupId',
        'in',
        volumes.map((v) => v.id),
      )
      .orderBy('file_detail.sort')
      .orderBy('file_detail.id'),
  )

const asked = (o: VolumeOf) =>
  o.groupType === GROUP.household ? { groupType: o.groupType, cbfbm: o.cbfbm! } : { groupType: o.groupType, fbfbm: o.fbfbm, year: o.year }
/** The volume of a household, or of an issuer's year, that grows; undefined where none was begun, or all were closed. */
export const growingVolume = (ctx: Ctx, o: VolumeOf) => rows.find(ctx, file_group, { ...asked(o), status: VOLUME.open })
/** The same, held: whoever waits for another that files there reads what that one left, and is not refused for it. */
async function growingHeld(ctx: Ctx, o: VolumeOf): Promise<FileGroup | undefined> {
  const known = await ofVolume(ctx, o).where('file_group.status', '=', VOLUME.open).select('file_group.id').forUpdate().executeTakeFirst()
  return known && rows.get(ctx, file_group, String(known.id))
}
const ofVolume = (ctx: Ctx, o: VolumeOf): AnyQuery =>
  Object.entries(asked(o)).reduce(
    (q: AnyQuery, [n, v]) => q.where(`file_group.${n}`, '=', v),
    joinable(ctx, file_group).where('file_group.countyCode', '=', countyOf(o.fbfbm)),
  )
/** All volumes of a household, or of an issuer's year, as they were begun: the closed ones, and the one that grows. */
export const volumesOf = (ctx: Ctx, o: VolumeOf): Promise<FileGroup[]> =>
  typedRows<FileGroup>(ofVolume(ctx, o).selectAll('file_group').orderBy('file_group.id'))

/** The volume that grows, begun where there is none or the last was closed, and held until the transaction ends. `title`: of the first one. */
export async function heldVolume(ctx: Ctx, o: VolumeOf & { regionCode: string; title: string }): Promise<FileGroup> {
  const known = await growingHeld(ctx, o)
  if (known) return known
  // the number is taken under a lock of its counter: of two that begin a volume at once the second finds that of the first
  const n = await nextNumber(ctx, 'file_group', `${o.fbfbm}${o.groupType}${o.groupType === GROUP.household ? o.cbfbm!.slice(14) : '0000'}${o.year}`)
  const begun = await growingHeld(ctx, o)
  if (begun) return begun
  const before = (await volumesOf(ctx, o)).length
  const values = {
    regionCode: o.regionCode,
    archiveNo: archiveNo(o, n),
    title: before ? `${o.title}（第${before + 1}卷）` : o.title,
    groupType: o.groupType,
    fbfbm: o.fbfbm,
    cbfbm: o.groupType === GROUP.household ? o.cbfbm! : null,
    year: o.year,
    files: 0,
    pages: 0,
    retention: '1',
    securityLevel: '0',
    isOpen: OPENNESS.closed,
    status: VOLUME.open,
  }
  return rows.get(ctx, file_group, await rows.insert(ctx, file_group, values as Parameters<typeof rows.insert<typeof file_group>>[2]), true)
}
/** @throws archive-closed */
export function requireGrowing(v: Pick<FileGroup, 'status' | 'archiveNo'>): void {
  if (v.status === VOLUME.closed) throw archiveProblems.closed({ archiveNo: v.archiveNo ?? '' })
}
/** Counts papers and pages of a held volume anew; says who filed last. */
export async function recount(ctx: Ctx, v: FileGroup): Promise<void> {
  const all = await filedPapers(ctx, v)
  await rows.update(ctx, file_group, v.id, { files: all.length, pages: volumeEnd(all).pages, archivedTime: ctx.now, archiver: personName(ctx.who) })
}
