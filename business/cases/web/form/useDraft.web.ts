import { useEffect, useRef, useState } from 'react'
import { api, isApiError } from '../../../../kit/web/client.web.ts'
import { say } from '../../../../kit/web/i18n.web.ts'
import { useSession } from '../../../../kit/web/session.web.ts'
import { asideOf, fetchKey, forgetAside, layAside } from '../../../../platform/shell/aside.web.ts'
import { CASES_ASIDE } from '../../../../platform/shell/form-draft.ts'
import type { Form } from '../../definitions/business.ts'
import { formIn } from '../../definitions/form.ts'

const AT = 'yw-accept/business'
/** So often what is typed is kept, in milliseconds. */
const EVERY = 5000
/** What could not be stored is tried again after one, two, four … intervals, at most this many. */
const LONGEST = 12
const WAITS = { zh: '服务器没有响应，正在等待', en: 'the server is not responding; waiting' }
const IS_ASIDE = { zh: '，已加密暂存在本机', en: '. It lies encrypted in this browser' }
const asideName = (businessId: string) => `${CASES_ASIDE}${businessId}`
/** What was typed before and not saved: by whom it is read, nobody else. */
export interface StoredDraft {
  businessId: string
  body: Form | null
  at: string
}
/** Whether there is something in a draft. */
export const isTyped = (k: StoredDraft | null | undefined): k is StoredDraft & { body: Form } => !!k?.body && Object.keys(k.body).length > 0
/** Reads what the person typed for a business, or for a new one of a type: what the server has, or what lies aside here since the line went. */
export async function readStoredDraft(of: { businessId?: string; businessTypeCode: string }): Promise<StoredDraft | null> {
  const [stored] = await Promise.all([api.get<StoredDraft | null>(`${AT}/input`, of, { quiet: true }), fetchKey()])
  const businessId = of.businessId ?? stored?.businessId
  const aside = businessId && (await asideOf(asideName(businessId)))
  return businessId && aside && aside.at > (stored?.at ?? '') ? { businessId, body: aside.body as Form, at: aside.at } : stored
}
export const giveUpDraft = (businessId: string) => {
  forgetAside(asideName(businessId))
  return api.post(`${AT}/drop-input`, { businessId }, undefined, { quiet: true })
}

interface DraftOf {
  on: boolean
  typeCode: string
  businessId?: string
  /** the person sees more than one county: what is typed has no place before its issuer is named */
  wide: boolean
  /** what was kept when the form opened */
  kept?: StoredDraft | null
  /** what stands in the form now; the same text is not sent twice */
  body(): Form
}
interface Draft {
  /** id of the case to be */
  id?: string
  /** time of day at which it was kept last */
  at?: string
  /** why what stands in the form now is not kept; it is tried again */
  unkept?: string
  /** resolves when nothing is on its way to the server: a case that is saved takes its draft away, which a late one would meet or make anew */
  settled(): Promise<void>
  /** the case was saved: nothing is kept any more */
  end(): void
}
/** What somebody does who types: with keys, a mouse or finger, or a device that fills fields. */
const TOUCHES = ['keydown', 'pointerdown', 'input', 'paste', 'drop']
/** Whether somebody has touched the page since the form opened; `each` at every touch, before the form knows of it. */
export function useTouched(each?: () => void) {
  const isTouched = useRef(false)
  useEffect(() => {
    const touched = () => {
      isTouched.current = true
      each?.()
    }
    for (const t of TOUCHES) addEventListener(t, touched, true)
    return () => {
      for (const t of TOUCHES) removeEventListener(t, touched, true)
    }
  }, [])
  return isTouched
}
/**
 * Keeps what is typed on the server every few seconds, one call after the other; what could not be kept is told and tried again, sooner when the network or the
 * session is there again. What a form fills by itself before anybody touches it is nobody's typing.
 */
export function useDraft({ on, typeCode, businessId, wide, kept, body }: DraftOf): Draft {
  const [state, setState] = useState<{ id?: string; at?: string; unkept?: string; isAside?: boolean }>(() => ({
    id: kept?.businessId,
    at: isTyped(kept) ? kept.at.slice(11, 19) : undefined,
  }))
  const { signedIn } = useSession()
  const latest = useRef(body)
  latest.current = body
  /** what stands in the form that is no draft, or is one already; nothing as long as nobody touched the form, empty where the last try failed */
  const sent = useRef<string>(undefined)
  /** what the server has; at first what the form fills by itself, which is no draft */
  const held = useRef<string>(undefined)
  const id = useRef(businessId ?? kept?.businessId)
  const flight = useRef<Promise<void>>(undefined)
  const ended = useRef(false)
  /** what lies aside, as text */
  const aside = useRef<string>(undefined)
  /** failures in a row, and the turns that pass before the next try */
  const failed = useRef({ times: 0, wait: 0 })
  useTouched(() => (held.current ??= sent.current ??= JSON.stringify(latest.current())))
  useEffect(() => {
    if (!on || !signedIn) return
    /** Lays aside what cannot be sent, so that a window that is closed meanwhile takes nothing along. */
    const lay = async () => {
      const now = latest.current()
      const text = JSON.stringify(now)
      if (!id.current || text === held.current || text === aside.current) return
      aside.current = text
      const isAside = await layAside(asideName(id.current), window.location.pathname + window.location.search, now).catch(() => false)
      if (!ended.current) setState((s) => (s.isAside === isAside ? s : { ...s, isAside }))
    }
    const keep = async () => {
      const now = latest.current()
      const text = JSON.stringify(now)
      const isTyped = sent.current !== undefined && text !== sent.current
      // a new case gets its id at once, on which papers hang; who sees more than one county names the issuer first
      if (!isTyped && (id.current || wide)) return
      if (wide && !id.current && !formIn(now.form).fbfbm) return
      if (isTyped) sent.current = text
      try {
        const answer = await api.post<{ businessId: string; at: string }>(
          `${AT}/keep-input`,
          { businessTypeCode: typeCode, ...(id.current ? { businessId: id.current } : {}), body: isTyped ? now : {} },
          undefined,
          { quiet: true },
        )
        failed.current = { times: 0, wait: 0 }
        id.current = answer.businessId
        if (isTyped) {
          held.current = text
          aside.current = undefined
          forgetAside(asideName(answer.businessId))
        }
        setState((s) => ({ id: answer.businessId, at: isTyped ? answer.at.slice(11, 19) : s.at }))
      } catch (e) {
        // not kept: a later turn sends what stands there then
        if (!isTyped) return
        sent.current = ''
        const times = failed.current.times + 1
        failed.current = { times, wait: Math.min(2 ** (times - 1), LONGEST) - 1 }
        setState((s) => ({ ...s, unkept: isApiError(e) ? e.msg : String(e) }))
        await lay()
      }
    }
    const turn = () => {
      if (ended.current) return
      // a call that hangs is as little kept as one that fails: nobody reads of a draft that was kept before it
      if (flight.current && JSON.stringify(latest.current()) !== held.current) {
        setState((s) => ({ ...s, unkept: s.unkept ?? say(WAITS) }))
        void lay()
      }
      if (failed.current.wait > 0) {
        failed.current.wait--
        void lay()
      } else flight.current ??= keep().finally(() => (flight.current = undefined))
    }
    const atOnce = () => {
      failed.current.wait = 0
      turn()
    }
    void fetchKey()
    atOnce()
    const timer = setInterval(turn, EVERY)
    for (const e of ['online', 'offline']) addEventListener(e, atOnce)
    return () => {
      clearInterval(timer)
      for (const e of ['online', 'offline']) removeEventListener(e, atOnce)
    }
  }, [on, signedIn])
  const { isAside, unkept, ...rest } = state
  return {
    ...rest,
    unkept: unkept && isAside ? `${unkept}${say(IS_ASIDE)}` : unkept,
    settled: async () => flight.current,
    end: () => {
      ended.current = true
      if (id.current) forgetAside(asideName(id.current))
    },
  }
}
