import { App } from 'antd'
import { useEffect, useRef } from 'react'
import { onTaken } from '../../kit/web/client.web.ts'
import { session, type Drafted } from '../../kit/web/session.web.ts'
import { phrases } from '../../kit/web/phrases.ts'
import { useSay } from '../../kit/web/words.web.ts'
import { frameWords } from './words.ts'

/** In this window only, and for its person: what lies here may hold identity numbers. */
const KEPT = 'chengbao.drafts'
interface Drafts {
  whose: string
  /** the page on which it was typed */
  at: string
  /** values by form */
  forms: Record<string, unknown>
}
const me = (): string => `${session().user?.tenant_id}/${session().user?.account}`
/** What no draft keeps, in whatever form it was typed. */
const withoutSecrets = (name: string, v: unknown): unknown => (/password|secret/i.test(name) ? undefined : v)
/** Forms that are open, and how their values are read. */
const open = new Map<string, () => unknown>()

/** Keeps what was typed in open forms, for the person who typed it. */
export function keepDrafts(): void {
  const forms = Object.fromEntries([...open].map(([name, take]) => [name, take()] as const).filter(([, v]) => v !== undefined))
  const { pathname, search } = window.location
  if (Object.keys(forms).length) sessionStorage.setItem(KEPT, JSON.stringify({ whose: me(), at: pathname + search, forms } satisfies Drafts, withoutSecrets))
}
onTaken(keepDrafts)

/** What is kept for the person who is signed in; of anybody else it is forgotten here. */
export function keptDrafts(): Drafts | undefined {
  const text = sessionStorage.getItem(KEPT)
  const kept = text ? (JSON.parse(text) as Drafts) : undefined
  if (!kept || !session().user) return undefined
  if (kept.whose === me()) return kept
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

/** A form whose values are kept when its page is taken away, and offered when its person opens it again. `name` undefined: nothing can be typed. */
export function useFormDraft(name: string | undefined, form: Drafted): void {
  // not the kit's question: its module is more than what is shown first may weigh
  const { modal } = App.useApp()
  const { say } = useSay()
  const now = useRef(form)
  now.current = form
  useEffect(() => {
    if (name === undefined) return
    open.set(name, () => now.current.take())
    const draft = takeDraft(name)
    if (draft !== undefined)
      modal.confirm({
        title: say(phrases.hint),
        content: say(frameWords.draftAsk),
        okText: say(phrases.ok),
        cancelText: say(phrases.cancel),
        onOk: () => now.current.put(draft as never),
      })
    return () => void open.delete(name)
  }, [name])
}
