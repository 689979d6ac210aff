/** What a tablet has taken along and what was done with it, in somebody's safe. */

import { lang } from '../../kit/web/i18n.web.ts'
import { timeOf } from '../../kit/web/clock.web.ts'
import type { CameraSettings } from '../../services/camera/device.ts'
import type { DictEntry } from '../../kit/web/words.web.ts'
import { api, isApiError } from '../../kit/web/client.web.ts'
import type { Door, Known } from '../onsite/desk.web.ts'
import { onsiteProblems } from '../contract/onsite-problems.ts'
import { LIMITS } from '../contract/sign-flow.ts'
import { isLater, type DeliveryOutcome } from '../../platform/offline/delivery.ts'
import type { Safe } from '../../platform/offline/safe.web.ts'
import { refusedAs } from '../../platform/offline/send.web.ts'
import { deliverAll, numberText, wrongAway, type AwayAct, type DeliveredAct, type TakenNode, type WrongShown } from './away.ts'

/** A contract on the tablet; `offset`: milliseconds by which the server's clock was before the tablet's when it was taken along. */
export interface QueuedAct extends DeliveredAct {
  offset: number
}
/** What is known of an act without its pictures. `outcome` is none while it waits for its delivery. */
export interface QueueNote extends Pick<AwayAct, 'actId' | 'contractId' | 'flowId' | 'nodeSort' | 'doneTime' | 'reason'> {
  cbhtbm: string
  signerName: string
  outcome?: Exclude<DeliveryOutcome, { as: 'later' }>
}
/** What the page asks the server otherwise. */
export interface Site {
  documents: DictEntry[]
  camera: CameraSettings | null
}
export interface Book {
  contracts: QueuedAct[]
  notes: QueueNote[]
  /** documents that were not a signer's, by start and place */
  wrong: Readonly<Record<string, number>>
  site: Site | undefined
}
const [TAKEN, FILE, NOTE, ACT, WRONG, SITE] = ['taken/', 'file/', 'note/', 'act/', 'wrong/', 'site']
const quiet = { quiet: true }
/** A time as it is told, in milliseconds. */
const msOf = (time: string): number => Date.parse(`${time.replace(' ', 'T')}+08:00`)
const placeOf = (of: { flowId: string; nodeSort: number }) => `${of.flowId}.${of.nodeSort}`

async function all<T>(safe: Safe, prefix: string): Promise<T[]> {
  const names = await safe.names(prefix)
  return (await Promise.all(names.map((n) => safe.get<T>(n)))).filter((v) => v !== undefined) as T[]
}
/** Everything but files and pictures. */
export async function readBook(safe: Safe): Promise<Book> {
  const wrong: Record<string, number> = {}
  for (const name of await safe.names(WRONG)) wrong[name.slice(WRONG.length)] = ((await safe.get<WrongShown[]>(name)) ?? []).length
  const contracts = (await all<QueuedAct>(safe, TAKEN)).sort((a, b) => a.cbhtbm.localeCompare(b.cbhtbm))
  return { contracts, notes: await all<QueueNote>(safe, NOTE), wrong, site: await safe.get<Site>(SITE) }
}

/** Takes contracts along, one after the other; answers what was refused of which. */
export async function takeAlong(
  safe: Safe,
  contracts: readonly { id: string; cbhtbm: string }[],
  onProgress: (done: number) => void,
): Promise<{ cbhtbm: string; msg: string }[]> {
  const [documents, camera] = await Promise.all([
    api.get<DictEntry[]>('cpt-system/dict-biz/dictionary', { code: 'zjlx' }, quiet),
    api.get<CameraSettings>('cpt-resource/camera/settings', {}, quiet).catch(() => null),
  ])
  await safe.put({ [SITE]: { documents, camera } satisfies Site })
  const refused: { cbhtbm: string; msg: string }[] = []
  for (const [i, c] of contracts.entries()) {
    await api.post<DeliveredAct & { file: string }>('sign/onsite/take', { contractId: c.id }, undefined, quiet).then(
      async ({ file, ...taken }) => {
        const offset = msOf(taken.takenAt) - msOf(timeOf())
        await safe.put({ [TAKEN + c.id]: { ...taken, offset } satisfies QueuedAct, [FILE + c.id]: file })
      },
      (e: unknown) => {
        if (isApiError(e) && isLater(e.code)) throw e
        refused.push({ cbhtbm: c.cbhtbm, msg: e instanceof Error ? e.message : String(e) })
      },
    )
    onProgress(i + 1)
  }
  return refused
}
const digestOf = async (text: string): Promise<string> =>
  [...new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text)))].map((b) => b.toString(16).padStart(2, '0')).join('')

/** The desk of one signer without network: what he does is kept. */
export function awayDoor(safe: Safe, c: QueuedAct, n: TakenNode): Door {
  const now = () => timeOf(msOf(timeOf()) + c.offset)
  const told = { docTime: '', readTime: '', shown: { docType: '', docName: '', docNumber: '', docMeans: '' } }
  const wrongAt = WRONG + placeOf({ flowId: c.flowId, nodeSort: n.nodeSort })
  const shownWrong = async () => (await safe.get<WrongShown[]>(wrongAt)) ?? []
  const refuse = (p: { say(lang: 'zh' | 'en'): string }) => new Error(p.say(lang()))
  const keep = async (more: Partial<AwayAct>): Promise<void> => {
    const doneTime = now()
    const minutes = (msOf(doneTime) - msOf(told.docTime)) / 60_000
    if (minutes >= LIMITS.passMinutes) throw refuse(onsiteProblems.pass({ signer: n.signerName }))
    const { contractId, flowId, fileHash, fileSize, cbhtbm } = c
    const act: AwayAct = {
      actId: crypto.randomUUID(),
      contractId,
      flowId,
      nodeSort: n.nodeSort,
      fileHash,
      fileSize,
      ...told.shown,
      docTime: told.docTime,
      readTime: told.readTime || doneTime,
      doneTime,
      wrong: await shownWrong(),
      ...more,
    }
    const { actId, nodeSort, reason } = act
    const note: QueueNote = { actId, contractId, flowId, nodeSort, doneTime, cbhtbm, signerName: n.signerName, ...(reason === undefined ? {} : { reason }) }
    await safe.put({ [ACT + actId]: act, [NOTE + actId]: note })
  }
  return {
    async compare(shown, docMeans) {
      const before = await shownWrong()
      if (before.length >= n.left) throw refuse(onsiteProblems.tries({ signer: n.signerName }))
      const wrong = wrongAway(n, shown.docName, await digestOf(numberText({ flowId: c.flowId, nodeSort: n.nodeSort }, shown.docNumber)))
      if (wrong) {
        await safe.put({ [wrongAt]: [...before, { time: now(), docMeans, docName: shown.docName.trim(), docNumber: shown.docNumber.trim() }] })
        throw refuse(
          wrong === 'name'
            ? onsiteProblems.notHis({ signer: n.signerName, shown: shown.docName.trim() })
            : onsiteProblems.otherNumber({ signer: n.signerName }),
        )
      }
      Object.assign(told, { docTime: now(), readTime: '', shown: { ...shown, docMeans } })
      const file = await safe.get<string>(FILE + c.contractId)
      const known: Known = { pass: '', hasSeal: n.hasSeal }
      return { known, file: new Blob([Uint8Array.from(atob(file ?? ''), (x) => x.charCodeAt(0))], { type: 'application/pdf' }) }
    },
    read: () => void (told.readTime = now()),
    sign: (_known, written) => keep(written),
    refuse: (_known, reason) => keep({ reason }),
  }
}

/** Delivers what waits, one window at a time. */
export const deliver = (safe: Safe, onChange: () => Promise<unknown>) =>
  navigator.locks.request('chengbao.away', async () => {
    const waiting = (await readBook(safe)).notes.filter((n) => n.outcome?.as !== 'taken')
    return deliverAll(
      waiting,
      async (note) => send((await safe.get<AwayAct>(ACT + note.actId))!),
      async (note, outcome) => {
        if (outcome.as === 'later') return
        await safe.put({ [NOTE + note.actId]: { ...note, outcome } satisfies QueueNote })
        if (outcome.as === 'taken') await safe.remove([ACT + note.actId])
        await onChange()
      },
    )
  })
const send = (act: AwayAct): Promise<DeliveryOutcome> =>
  api.post('sign/onsite/deliver', act, undefined, quiet).then((): DeliveryOutcome => ({ as: 'taken' }), refusedAs)

/** Removes an act that was not taken: its signer may sign anew. */
export const dropAct = (safe: Safe, { actId }: QueueNote): Promise<void> => safe.remove([ACT + actId, NOTE + actId])
/** Removes a contract with everything that was done with it. */
export async function dropContract(safe: Safe, c: QueuedAct, notes: readonly QueueNote[]): Promise<void> {
  const acts = notes.filter((n) => n.contractId === c.contractId).flatMap((n) => [ACT + n.actId, NOTE + n.actId])
  await safe.remove([TAKEN + c.contractId, FILE + c.contractId, ...c.nodes.map((n) => WRONG + placeOf({ flowId: c.flowId, nodeSort: n.nodeSort })), ...acts])
}
