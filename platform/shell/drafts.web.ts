import { createElement, lazy, Suspense, useEffect, useRef, useState } from 'react'
import { useAsk } from '../../kit/web/ask.web.ts'
import { api, onTaken } from '../../kit/web/client.web.ts'
import { say } from '../../kit/web/i18n.web.ts'
import { session, sessionStore, usePageState, type Drafted, type Keeping, type StoredRow } from '../../kit/web/session.web.ts'
import type { Asking } from './asking.web.ts'
import { allAside, asideOf, fetchKey, forgetAside, layAside, personKey } from './aside.web.ts'
import { CASES_ASIDE, keepable, PRESENCE, PRESENCE_AGAIN_SECONDS, presenceKey, unkeptPart, type FormDraft, type OpenBy } from './form-draft.ts'
import { openKeeper, type Keeper, type KeptState } from './keeper.ts'
import { useIsLive, useLive } from './live.web.ts'
import { saysSame, merge, type Merged, type FilledValues } from './merge.ts'
import { frameWords as words } from './words.ts'

// fetched with the first form: the shell, which every page waits for, does not draw them
const KeptLine = lazy(() => import('./KeptLine.web.tsx'))
const DraftOffer = lazy(() => import('./DraftOffer.web.tsx'))

/** In this window only, and for its person: what lies here may hold identity numbers. */
const KEPT = 'chengbao.drafts'
/** Milliseconds between two looks at a form that somebody fills, and, without the live channel, between two words of who has a record open. */
const EVERY = 2000
const quiet = { quiet: true }
const AT = 'basic/form-draft'
interface Drafts {
  whose: string
  /** the page on which it was typed */
  at: string
  /** values by form */
  forms: Record<string, unknown>
}
/** What is kept of a form: what stood in it, and the record from which it was begun. */
interface Body {
  values: unknown
  base?: FilledValues
}
const here = (): string => window.location.pathname + window.location.search
/** Forms that are open, and how their values are read. */
const open = new Map<string, () => unknown>()

/** Keeps what was typed in open forms, for the person who typed it, where the page is taken away at once. */
export function keepDrafts(): void {
  const forms = Object.fromEntries([...open].map(([name, take]) => [name, keepable(take())] as const).filter(([, v]) => v !== undefined))
  if (Object.keys(forms).length) sessionStorage.setItem(KEPT, JSON.stringify({ whose: personKey(), at: here(), forms } satisfies Drafts))
}
onTaken(keepDrafts)

/** What is kept in this window for the person who is signed in; of anybody else it is forgotten here. */
export function keptDrafts(): Drafts | undefined {
  const text = sessionStorage.getItem(KEPT)
  const kept = text ? (JSON.parse(text) as Drafts) : undefined
  if (!kept || !session().user) return undefined
  if (kept.whose === personKey()) return kept
  forgetDrafts()
  return undefined
}
export const forgetDrafts = (): void => sessionStorage.removeItem(KEPT)
/** The draft of one form, taken once. */
function takeDraft(name: string): unknown {
  const kept = keptDrafts()
  if (!kept || !Object.hasOwn(kept.forms, name)) return undefined
  const { [name]: found, ...forms } = kept.forms
  if (Object.keys(forms).length) sessionStorage.setItem(KEPT, JSON.stringify({ ...kept, forms }))
  else forgetDrafts()
  return found
}

const keep = (form: string, page: string, body: unknown) => api.post<{ at: string }>(`${AT}/keep`, { form, page, body: keepable(body) }, undefined, quiet)
/** What was typed goes: it was saved, or is given up. */
export async function dropDraft(form: string): Promise<void> {
  forgetAside(form)
  await api.post(`${AT}/drop`, { form }, undefined, quiet).catch(() => undefined)
}
/** Sends what was laid aside while the line was away, where it is newer than what the server has; answers all drafts of the person. */
export async function sendAside(): Promise<FormDraft[]> {
  const drafts = await api.get<FormDraft[]>(`${AT}/list`, {}, quiet)
  let sent = 0
  for (const { form, page, body, at } of await allAside()) {
    if (open.has(form) || form.startsWith(CASES_ASIDE)) continue
    if (at > (drafts.find((d) => d.form === form)?.at ?? '')) {
      await keep(form, page, body)
      sent++
    }
    forgetAside(form)
  }
  return sent ? api.get<FormDraft[]>(`${AT}/list`, {}, quiet) : drafts
}
/** The newest of what is kept of a form, on the server or aside. */
async function keptOf(form: string): Promise<{ at: string; body: Body } | undefined> {
  const [stored] = await Promise.all([api.get<{ at: string; body: Body } | null>(`${AT}/detail`, { form }, quiet).catch(() => null), fetchKey()])
  const aside = (await asideOf(form)) as { at: string; body: Body } | undefined
  return aside && aside.at > (stored?.at ?? '') ? aside : (stored ?? undefined)
}
const isMade = (b: unknown): b is Body => !!b && typeof b === 'object' && 'values' in b

/** What counts of a record: names that a form may change, lists of rows in it, and whatever was changed in it. */
const namesOf = ({ names }: Drafted, base: FilledValues, values: FilledValues): string[] =>
  Object.keys(values).filter((n) => names?.includes(n) || (Array.isArray(values[n]) && Array.isArray(base[n])) || !saysSame(values[n], base[n]))

/** What was kept, and the same put together with the record as it is now, where it was begun from one. */
function together(form: Drafted, body: unknown): { values: unknown; merged?: Merged } {
  const values = isMade(body) ? body.values : body
  const began = isMade(body) ? body.base : undefined
  if (!began || !form.base || !values || typeof values !== 'object') return { values }
  const names = namesOf(form, began, values as FilledValues)
  // a dialog does not name what it may change: what was left as it was there stays as it is now
  const mine = form.names ? values : Object.fromEntries(Object.entries(values).filter(([n]) => names.includes(n)))
  return { values, merged: merge(began, mine as FilledValues, form.base, names) }
}

interface Offered {
  at: string
  onAnswer(wanted: boolean): void
}
/** Whether the person wants a draft back: asked above the fields; of one whose page was taken away, over them. */
const wantedOf = (at: string | undefined, offer: (o: Offered) => void, ask: ReturnType<typeof useAsk>): Promise<boolean> =>
  at ? new Promise((done) => offer({ at, onAnswer: done })) : ask(words.draftAsk)
/** The keeper of one form: on the server, else aside in this browser. */
const keeperOf = (name: string, read: () => unknown, tell: (s: KeptState) => void, waits: { current: boolean }): Keeper =>
  openKeeper({
    every: EVERY,
    read,
    send: async (body) => {
      if (waits.current) throw new Error(say(words.offerFirst))
      const { at } = await keep(name, here(), body)
      forgetAside(name)
      return at
    },
    layAside: (body) => layAside(name, here(), body),
    tell,
    wordsOf: (e) => (e instanceof Error ? e.message : String(e)),
    waits: () => say(words.draftWaits),
  })
const MOMENTS = ['online', 'offline', 'beforeunload', 'blur']
/** Calls when the line comes or goes, when the page may be about to go, and when somebody has signed in over it; answers how to stop. */
function atMoments(soon: () => void): () => void {
  for (const e of MOMENTS) addEventListener(e, soon)
  const signedIn = sessionStore.subscribe((s, before) => void (s.mark !== before.mark && s.mark && soon()))
  return () => {
    for (const e of MOMENTS) removeEventListener(e, soon)
    signedIn()
  }
}
/**
 * Keeps what is typed in a form on the server, says whether it is kept, and offers it when its person opens the form again; tells who else has its record open, and
 * puts together what two persons changed. `name` undefined: nothing can be typed.
 */
export function useFormDraft(name: string | undefined, form: Drafted): Keeping {
  const askWanted = useAsk()
  const { visible } = usePageState()
  const [state, setState] = useState<KeptState>({})
  const [asking, setAsking] = useState<Asking>()
  const [offered, setOffered] = useState<Offered>()
  /** what was kept before waits for an answer: nothing is written over it meanwhile */
  const waits = useRef(false)
  const now = useRef(form)
  now.current = form
  const keeper = useRef<Keeper>(undefined)
  const ended = useRef(false)
  /** whether secrets and files, which are not kept, are part of what was typed */
  const unkept = useRef<'none' | 'part' | 'all'>('none')
  /** what was typed last: a page that is being hidden has no fields to read it from any more */
  const last = useRef<unknown>(undefined)
  const ask = (merged: Merged, isDraft: boolean) =>
    new Promise<FilledValues | undefined>((done) =>
      setAsking({
        merged,
        isDraft,
        of: now.current,
        onDone: (v) => {
          setAsking(undefined)
          done(v)
        },
      }),
    )
  const offer = async (form: string, { at, body }: { at?: string; body: unknown }) => {
    const { take, put, base } = now.current
    if (take() !== undefined) return
    const { values, merged } = together(now.current, body)
    // all of it was saved meanwhile, or never differed
    if (merged && Object.keys(merged.values).every((n) => saysSame(merged.values[n], base![n])) && merged.conflicts.length === 0) return dropDraft(form)
    waits.current = at !== undefined
    const wanted = await wantedOf(at, setOffered, askWanted)
    waits.current = false
    setOffered(undefined)
    if (!wanted) return at ? dropDraft(form) : undefined
    const chosen = merged && merged.conflicts.length + merged.taken.length > 0 ? await ask(merged, true) : (merged?.values ?? values)
    if (chosen) put(chosen as never)
  }
  useEffect(() => {
    if (name === undefined) return
    ended.current = false
    const take = () => now.current.take()
    open.set(name, take)
    const fromPage = takeDraft(name)
    if (form.inWindow) {
      if (fromPage !== undefined) void offer(name, { body: fromPage })
      return () => void open.delete(name)
    }
    const read = () => {
      const values = take() ?? last.current
      const { base } = now.current
      return values === undefined || ended.current || unkept.current === 'all' ? undefined : keepable({ values, ...(base ? { base } : {}) })
    }
    const k = keeperOf(name, read, setState, waits)
    keeper.current = k
    let isGone = false
    if (fromPage !== undefined) void offer(name, { body: fromPage })
    else void keptOf(name).then((found) => (found && !isGone ? offer(name, found) : undefined))
    const stop = atMoments(() => k.atOnce())
    return () => {
      isGone = true
      k.atOnce()
      k.stop()
      stop()
      open.delete(name)
    }
  }, [name])
  const others = usePresence(visible ? form.record : undefined)
  return {
    offer: offered && createElement(Suspense, null, createElement(DraftOffer, offered)),
    line: createElement(Suspense, null, createElement(KeptLine, { state, asking, others, part: unkept.current })),
    typed: () => {
      ended.current = false
      last.current = now.current.take()
      unkept.current = unkeptPart(last.current)
      keeper.current?.typed()
    },
    end: async () => {
      if (name === undefined || form.inWindow) return
      ended.current = true
      last.current = undefined
      await keeper.current?.settled()
      setState({})
      if (waits.current) forgetAside(name)
      else await dropDraft(name)
    },
    settled: async () => keeper.current?.settled(),
    settle: async (theirs: StoredRow, values: FilledValues) => {
      const { base } = now.current
      return base ? ask(merge(base, values, theirs, namesOf(now.current, base, values)), false) : undefined
    },
  }
}

/** Who else has a record open, nobody where none is: told by the live channel, else asked for. */
export function usePresence(record: Drafted['record']): readonly OpenBy[] {
  const [others, setOthers] = useState<readonly OpenBy[]>([])
  const { of, id, isEditing } = record ?? {}
  const isLive = useIsLive()
  const told = useLive<Readonly<Record<string, readonly OpenBy[]>>>(PRESENCE)
  useEffect(() => {
    if (!of || !id) return
    let isOver = false
    let isAsked = false
    const asked = { record: of, id, ...(isEditing ? { editing: '1' } : {}) }
    const tell = () => {
      if (isAsked) return
      isAsked = true
      api
        .get<OpenBy[]>('basic/presence', asked, quiet)
        .then(
          (found) => isOver || setOthers(found),
          () => isOver || setOthers([]),
        )
        .finally(() => (isAsked = false))
    }
    tell()
    const timer = setInterval(tell, isLive ? PRESENCE_AGAIN_SECONDS * 1000 : EVERY)
    return () => {
      isOver = true
      clearInterval(timer)
    }
  }, [of, id, isEditing, isLive])
  // closed once, when it is: said beside what says that it is open, it might come after that
  useEffect(() => {
    if (!of || !id) return
    return () => {
      setOthers([])
      void api.get('basic/presence', { record: of, id, gone: '1' }, quiet).catch(() => undefined)
    }
  }, [of, id])
  return (isLive && of && id ? told?.[presenceKey(of, id)] : undefined) ?? others
}
