import { useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { api, isApiError } from '../../../../kit/web/client.web.ts'
import { useSay } from '../../../../kit/web/words.web.ts'
import { phrases } from '../../../../kit/web/phrases.ts'
import { signIn, type TokenAnswer } from '../../../../kit/web/session.web.ts'

/** An answer of the token call; who had to set an authenticator up is told the recovery codes in it. */
export type Entered = TokenAnswer & { recovery_codes?: readonly string[] }
/** What the second factor is asked with. */
export interface EntryChallenge {
  challenge: string
  /** 1 = an authenticator must be set up first */
  enroll: number
}
/** An identity of another service that no account is bound to yet. */
export interface Ticket {
  oauthId: string
  name: string
  tenantId: string
}

/** A place inside this application; anything else sends to the start. */
export const insideApp = (to: unknown, start: string): string =>
  typeof to === 'string' && /^\/(?![/\\])/.test(to) && !/^\/(mobile\/)?login/.test(to) ? to : start

/** The way in: what was refused, what is asked next, and the step behind the door. `start` is where it leads when nobody asked for a page. */
export function useEntry(start: string) {
  const { say } = useSay()
  const navigate = useNavigate()
  const search = useSearch({ strict: false }) as { redirect?: string }
  const [wrong, setWrong] = useState('')
  const [busy, setBusy] = useState(false)
  const [challenge, setChallenge] = useState<EntryChallenge>()
  const [ticket, setTicket] = useState<Ticket>()
  const [told, setTold] = useState<Entered>()

  const enter = async (answer: Entered, redirect: string | undefined = search.redirect) => {
    signIn(answer)
    // the account that was proved just now gets the identity that waited
    if (ticket) await api.post('cpt-auth/oauth/bind', { oauthId: ticket.oauthId }).catch(() => undefined)
    await navigate({ to: insideApp(redirect, start), replace: true })
  }
  return {
    wrong,
    busy,
    challenge,
    ticket,
    /** recovery codes to be kept before it goes on */
    codes: told?.recovery_codes,
    goOn: () => told && enter(told),
    setWrong,
    giveUp: () => setChallenge(undefined),
    /** the identity that waited is an account's now */
    settled: () => {
      setTicket(undefined)
      setWrong('')
    },
    /** Tries to come in; false when it did not work out, and then the reason or the next question stands on the page. */
    async attempt(run: () => Promise<Entered>, redirect?: string): Promise<boolean> {
      setBusy(true)
      setWrong('')
      try {
        const answer = await run()
        if (answer.recovery_codes?.length) setTold(answer)
        else await enter(answer, redirect)
        return true
      } catch (e) {
        const data = (isApiError(e) ? e.data : undefined) as Partial<EntryChallenge & Ticket> | null | undefined
        if (data?.challenge) setChallenge(data as EntryChallenge)
        else setWrong(isApiError(e) ? e.msg : say(phrases.unknown))
        if (data?.oauthId) setTicket(data as Ticket)
        return false
      } finally {
        setBusy(false)
      }
    },
  }
}
export type EntryWay = ReturnType<typeof useEntry>
