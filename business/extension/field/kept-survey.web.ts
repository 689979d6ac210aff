/** What a phone has taken along and collected, in somebody's safe, and how it is delivered. */

import { timeOf } from '../../../kit/web/clock.web.ts'
import { api, isApiError, refresh } from '../../../kit/web/client.web.ts'
import type { DictEntry } from '../../../kit/web/words.web.ts'
import { deviceOf, keepDevice, wipeIfRevoked } from '../../../platform/offline/device.web.ts'
import type { Safe } from '../../../platform/offline/safe.web.ts'
import { refusedAs } from '../../../platform/offline/send.web.ts'
import { browserShelf } from '../../../platform/offline/shelf.web.ts'
import { endOverdueStays, endStay, keepStay } from '../../../platform/offline/stay.web.ts'
import { ATTACH_ENDPOINT } from '../../../services/files/uploader/send.web.ts'
import { YB } from '../../../land/definitions/extension.ts'
import { FIELD_KIND, FIELD_STATE, type FieldContent } from './field.ts'
import { groundKept, takeGround, type KeptGround } from './ground.web.ts'
import type { SurveySaid, TakenHousehold } from './taken.ts'

const AT = 'ybProcess/field'
const CONTACT = `${AT}/contact`
const quiet = { quiet: true }
/** Dictionaries whose words the forms need. */
const DICTS = [
  'sex',
  'yhzgx',
  'cybz',
  'yes_no',
  'yb_land_change',
  'household_tag',
  'busi_ybddlx',
  'yb_wish',
  'attach_kind',
  'yb_status',
  'plan_status',
  'field_kind',
]

/** A group that may be taken along. */
export interface FieldGroup {
  fbfbm: string
  fbfmc: string | null
  planStatus: string
  households: number
  surveyed: number
}
/** A group on the phone; `offset`: milliseconds by which the server's clock was before the phone's. */
interface KeptGroup {
  fbfbm: string
  fbfmc: string
  takenAt: string
  offset: number
}
interface TakenAnswer extends Omit<KeptGroup, 'offset'> {
  countyCode: string
  households: TakenHousehold[]
}
/** How an item stands: it waits, or what its delivery brought. */
export type ItemFate = 'waiting' | 'accepted' | 'conflict' | 'held' | 'refused'
/** What is known of an item without its picture. */
export interface ItemNote {
  itemId: string
  cbfbm: string
  cbfmc: string
  kind: string
  deviceTime: string
  fate: ItemFate
  why?: string
  arrivedTime?: string
}
interface KeptItem {
  content: FieldContent
  base?: SurveySaid
  /** a picture as a data address, until it has been uploaded */
  picture?: string
  attachId?: string
}
/** Everything that is shown, without pictures. */
export interface PhoneSurveys {
  groups: (KeptGroup & { ground?: KeptGround | undefined })[]
  households: (TakenHousehold & { fbfbm: string })[]
  notes: ItemNote[]
  words: Readonly<Record<string, DictEntry[]>>
}
const [GROUP, HOUSE, NOTE, ITEM, WORDS] = ['survey/group/', 'survey/house/', 'survey/note/', 'survey/item/', 'survey/words']
const msOf = (time: string): number => Date.parse(`${time.replace(' ', 'T')}+08:00`)

async function all<T>(safe: Safe, prefix: string): Promise<T[]> {
  const names = await safe.names(prefix)
  return (await Promise.all(names.map((n) => safe.get<T>(n)))).filter((v) => v !== undefined) as T[]
}
/** What lies on the phone, households in the order of their codes and items newest first. */
export async function readKept(safe: Safe): Promise<PhoneSurveys> {
  const households = (await all<PhoneSurveys['households'][number]>(safe, HOUSE)).sort((a, b) => a.cbfbm.localeCompare(b.cbfbm))
  const notes = (await all<ItemNote>(safe, NOTE)).sort((a, b) => b.deviceTime.localeCompare(a.deviceTime) || b.itemId.localeCompare(a.itemId))
  const groups = await Promise.all((await all<KeptGroup>(safe, GROUP)).map(async (g) => ({ ...g, ground: await groundKept(safe, g.fbfbm) })))
  return { groups, households, notes, words: (await safe.get<PhoneSurveys['words']>(WORDS)) ?? {} }
}

/** Removes everything where the office revoked this device. Answers whether it did. */
const emptyIfRevoked = async (): Promise<boolean> => wipeIfRevoked(await browserShelf(), CONTACT)
/** Looks after what lies on this phone: what has lain here too long goes, and everything where the office revoked the device. Answers whether it did. */
export async function lookAtPhone(): Promise<boolean> {
  await endOverdueStays(await browserShelf())
  return emptyIfRevoked()
}
/** Removes what somebody took along; what waits for its delivery stays. */
export const emptyOwn = async (userId: string): Promise<void> => endStay(await browserShelf(), userId)
/** The groups that the office offers to be taken along. */
export const askGroups = () => api.get<FieldGroup[]>(`${AT}/groups`, {}, quiet)

/** What of this page's goes when its collector signs out, or leaves it for too long. */
const STAY = { all: 'survey/', waits: ITEM, beside: [NOTE, WORDS] }
/** Takes a group along, or brings it up to date; what was collected and not delivered stays. Answers how many households came. Its ground follows (bringGround). */
export async function takeGroup(safe: Safe, userId: string, fbfbm: string): Promise<number> {
  const shelf = await browserShelf()
  const known = await deviceOf(shelf)
  const deviceId = known?.deviceId ?? crypto.randomUUID()
  const entries = await api.get<(DictEntry & { code: string })[]>('cpt-system/dict-biz/dictionaries', { codes: DICTS.join(',') }, quiet)
  const taken = await api.post<TakenAnswer>(`${AT}/take`, { fbfbm, deviceId, deviceName: navigator.userAgent.slice(0, 100) }, undefined, quiet)
  if (!known) await keepDevice(shelf, { deviceId, countyCode: taken.countyCode })
  await keepStay(shelf, userId, STAY)
  const { households, countyCode: _, ...group } = taken
  const before = await readKept(safe)
  const unsent = new Set(before.notes.filter((n) => n.fate === 'waiting' && n.kind === FIELD_KIND.survey).map((n) => n.cbfbm))
  const now = new Set(households.map((h) => h.cbfbm))
  // what the form shows of a household with an undelivered survey is that survey
  const fresh = households.filter((h) => !unsent.has(h.cbfbm)).map((h) => [HOUSE + h.cbfbm, { ...h, fbfbm }] as const)
  await safe.put({
    ...Object.fromEntries(fresh),
    [GROUP + fbfbm]: { ...group, offset: msOf(taken.takenAt) - msOf(timeOf()) } satisfies KeptGroup,
    [WORDS]: Object.fromEntries(DICTS.map((code) => [code, entries.filter((e) => e.code === code)])),
  })
  await safe.remove(before.households.filter((h) => h.fbfbm === fbfbm && !now.has(h.cbfbm) && !unsent.has(h.cbfbm)).map((h) => HOUSE + h.cbfbm))
  return households.length
}

/** Takes along what is still missing of the ground of the groups that lie here, one window at a time; what cannot be had now is asked for the next time. */
export const bringGround = (safe: Safe, onChange: () => Promise<unknown>): Promise<void> =>
  navigator.locks.request('chengbao.ground', { ifAvailable: true }, async (lock) => {
    if (!lock) return
    const { groups, households } = await readKept(safe)
    for (const g of groups)
      await takeGround(
        safe,
        g.fbfbm,
        households.filter((h) => h.fbfbm === g.fbfbm),
        onChange,
      ).catch(() => undefined)
  })

/** Keeps an item until it is delivered; a survey is what the form of the household shows from then on. */
export async function keepItem(safe: Safe, h: PhoneSurveys['households'][number], kind: string, item: KeptItem): Promise<void> {
  const group = await safe.get<KeptGroup>(GROUP + h.fbfbm)
  const itemId = crypto.randomUUID()
  const deviceTime = timeOf(msOf(timeOf()) + (group?.offset ?? 0))
  const note: ItemNote = { itemId, cbfbm: h.cbfbm, cbfmc: h.cbfmc, kind, deviceTime, fate: 'waiting' }
  const isSurvey = kind === FIELD_KIND.survey
  const { finished, ...said } = item.content as SurveySaid & { finished?: number }
  const shown = isSurvey ? { [HOUSE + h.cbfbm]: { ...h, said, ybStatus: finished === 1 ? YB.surveyed : YB.survey } } : {}
  await safe.put({ [ITEM + itemId]: isSurvey ? { ...item, base: h.said } : item, [NOTE + itemId]: note, ...shown })
}
/** Removes an item that was not delivered, or the memory of one that was. */
export const dropItem = (safe: Safe, { itemId }: ItemNote): Promise<void> => safe.remove([ITEM + itemId, NOTE + itemId])

const FATES: Readonly<Record<string, ItemFate>> = { [FIELD_STATE.conflict]: 'conflict', [FIELD_STATE.held]: 'held' }
function fileOf(picture: string): Blob {
  const [head, data] = picture.split(',') as [string, string]
  return new Blob([Uint8Array.from(atob(data), (c) => c.charCodeAt(0))], { type: /^data:([\w/]+)/.exec(head)![1]! })
}
/** The item with its picture at the office, once. */
async function uploaded(safe: Safe, note: ItemNote, item: KeptItem): Promise<KeptItem> {
  if (!item.picture || item.attachId) return item
  const file = fileOf(item.picture)
  const name = `${note.cbfbm}-${note.itemId.slice(0, 8)}.${file.type === 'image/png' ? 'png' : 'jpg'}`
  const { id } = await api.upload<{ id: string }>(`${ATTACH_ENDPOINT}/upload`, { file: new File([file], name, { type: file.type }) }, {}, quiet)
  const next = { ...item, attachId: id }
  await safe.put({ [ITEM + note.itemId]: next })
  return next
}

/** How a delivery went: how many arrived, what stopped it (empty if nothing did), and whether the device was found to be revoked and is empty now. */
export interface DeliveryResult {
  delivered: number
  later: string
  wiped: boolean
}
/** Delivers what waits and what was refused before, in the order in which it was collected, one window at a time. */
export const deliverKept = (safe: Safe, onChange: () => Promise<unknown>): Promise<DeliveryResult> =>
  navigator.locks.request('chengbao.survey', async () => {
    // after a day without network the token is old, and can often still be renewed
    await refresh()
    const { deviceId } = (await deviceOf(await browserShelf()))!
    const waiting = (await readKept(safe)).notes.filter((n) => n.fate === 'waiting' || n.fate === 'refused').toReversed()
    let delivered = 0
    for (const note of waiting) {
      const item = (await safe.get<KeptItem>(ITEM + note.itemId))!
      const { itemId, cbfbm, kind, deviceTime } = note
      try {
        const { content, base, attachId } = await uploaded(safe, note, item)
        const told = await api.post<{ state: string; why?: string | null; arrivedTime: string }>(
          `${AT}/deliver`,
          { itemId, deviceId, cbfbm, kind, deviceTime, content, ...(base ? { base } : {}), ...(attachId ? { attachId } : {}) },
          undefined,
          quiet,
        )
        delivered += 1
        const fate = FATES[told.state] ?? 'accepted'
        const { why: _, ...rest } = note
        await safe.put({ [NOTE + itemId]: { ...rest, fate, ...(told.why ? { why: told.why } : {}), arrivedTime: told.arrivedTime } satisfies ItemNote })
        await safe.remove([ITEM + itemId])
      } catch (e) {
        const as = refusedAs(e)
        if (as.as === 'later') return { delivered, later: as.msg, wiped: false }
        if (isApiError(e) && e.key === 'field-revoked' && (await emptyIfRevoked())) return { delivered, later: '', wiped: true }
        // a picture that does not stand at the office any more goes there anew
        const { attachId: _, ...again } = item
        if (isApiError(e) && e.key === 'field-file') await safe.put({ [ITEM + itemId]: again })
        await safe.put({ [NOTE + itemId]: { ...note, fate: 'refused', why: as.msg } satisfies ItemNote })
      }
      await onChange()
    }
    return { delivered, later: '', wiped: false }
  })
