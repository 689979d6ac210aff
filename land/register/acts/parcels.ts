import type { EndParcel, Fate, NewParcel, ParcelFields, ReplaceParcels, SetParcel } from './acts.ts'
import type { Draft } from '../../../kit/model/resource.ts'
import type { dk } from '../../definitions/dk.ts'
import { DJZT, FREE, ZT } from '../../definitions/statuses.ts'
import { add, after, alter, amend, type Fresh, type Work } from './changes.ts'
import type { ParcelRow } from './found.ts'
import { regionOf } from './issuers.ts'
import { registerProblems } from './problems.ts'

const NAMES = { zh: '地块', en: 'Parcel' } as const
/** 1 土地来源 of a row (dictionary sjly): 0 package, 1 new, 2 geometry, 3 cut, 4 joined, 10 attributes. Source: acts.md 2. */
const SJLY = { package: '0', new: '1', shape: '2', cut: '3', joined: '4', attributes: '10' } as const
/** Category and use of a piece by its fate: 灭失 has none left; 国有 99 and 5 非农; 机动地 22. Source: acts.md 2. */
const FATES: Readonly<Record<Fate, ParcelFields>> = { lost: { zt: ZT.historic, djzt: DJZT.ended }, state: { dklb: '99', tdyt: '5' }, reserve: { dklb: '22' } }
/** A parcel that only enters or leaves contracted land stays as it was surveyed: its origin does not change. */
const BY_CONTRACT = ['dklb', 'tdyt', 'bdcdyh']

/** The valid parcel with this code. @throws object-not-found */
export function parcelOf(w: Work, dkbm: string): ParcelRow {
  const found = w.found.parcels.get(dkbm)
  if (!found) throw registerProblems.notFound({ code: dkbm, ...NAMES })
  return found
}
export const freshParcel = (w: Work, dkbm: string): Fresh<typeof dk> | undefined => w.changes.dk.fresh.find(({ values }) => values.dkbm === dkbm)?.values
/** A parcel as it will stand: one that comes with this entry, or that of the register with its changes. */
export const parcelAfter = (w: Work, dkbm: string): Draft<typeof dk> & { id: string } => freshParcel(w, dkbm) ?? after(w.changes.dk, parcelOf(w, dkbm))
/** Changes a parcel, or what is written of one that comes. */
export function alterParcel(w: Work, dkbm: string, values: Draft<typeof dk>): void {
  const fresh = freshParcel(w, dkbm)
  if (fresh) Object.assign(fresh, values)
  else alter(w, w.changes.dk, parcelOf(w, dkbm), values)
}

function addParcel(w: Work, dkbm: string, fields: ParcelFields, more: ParcelFields, day?: string): void {
  if (w.found.used.has(dkbm)) throw registerProblems.exists({ code: dkbm, ...NAMES })
  const fbfbm = fields.fbfbm ?? dkbm.slice(0, 14)
  const given = { ...FREE, sfqqqg: '2', djzt: DJZT.none, zt: ZT.valid }
  add(w, w.changes.dk, { ...given, ...fields, ...more, regionCode: regionOf(w, fbfbm), fbfbm, dkbm }, day)
}

export function newParcel(w: Work, a: NewParcel): void {
  const sjly = w.entry.cause.kind === 'import' ? SJLY.package : SJLY.new
  addParcel(w, a.dkbm, { sjly, ...a.fields }, {}, a.day)
}

export function setParcel(w: Work, a: SetParcel): void {
  const fields = a.fields ?? {}
  const isSurveyed = a.bgfs !== '51' && Object.keys(fields).some((n) => !BY_CONTRACT.includes(n))
  const sjly = isSurveyed ? { sjly: a.bgfs === '0' ? SJLY.shape : SJLY.attributes } : {}
  amend(w, w.changes.dk, parcelOf(w, a.dkbm), { ...fields, ...sjly }, a.day)
}

/** Parents end, children come with the parents' codes as their lineage; what stands against a parent goes to its pieces (restrictions.ts). */
export function replaceParcels(w: Work, a: ReplaceParcels): void {
  for (const dkbm of a.parents) alter(w, w.changes.dk, parcelOf(w, dkbm), { zt: ZT.historic, djzt: DJZT.ended }, a.day)
  const origin = { ydkbm: [...a.parents], sjly: a.bgfs === '1' ? SJLY.cut : SJLY.joined }
  for (const c of a.children) addParcel(w, c.dkbm, c.fields, { ...origin, ...(c.fate ? FATES[c.fate] : {}) }, a.day)
}

export function endParcel(w: Work, a: EndParcel): void {
  alter(w, w.changes.dk, parcelOf(w, a.dkbm), { zt: ZT.historic, djzt: DJZT.ended }, a.day)
}
