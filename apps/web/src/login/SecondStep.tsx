import { lazy, Suspense, useState, type FormEvent } from 'react'
import { requestToken } from '../../../../kit/web/client.web.ts'
import { useSay } from '../../../../kit/web/words.web.ts'
import { LoginEntry } from './Entry.tsx'
import { loginWords as words } from './login-words.ts'
import type { EntryChallenge, EntryWay } from './useEntry.ts'

const Enroll = lazy(() => import('./Enroll.tsx'))

/** After the first factor: the code of the authenticator; who has none and must have one sets it up here. */
export function SecondStep({ way, challenge }: { way: EntryWay; challenge: EntryChallenge }) {
  const { say } = useSay()
  const [code, setCode] = useState('')
  const [asked, setAsked] = useState(false)
  const submit = (e: FormEvent) => {
    e.preventDefault()
    setAsked(true)
    if (way.busy || code.trim() === '') return
    void way
      .attempt(() => requestToken({ grant_type: 'totp', challenge: challenge.challenge, code: code.trim(), scope: 'all' }))
      .then((done) => {
        if (done) return
        setCode('')
        setAsked(false)
      })
  }
  return (
    <form noValidate onSubmit={submit}>
      <p className="login-note">{say(challenge.enroll ? words.enrollHint : words.secondHint)}</p>
      {challenge.enroll === 1 && (
        <Suspense fallback={<div className="login-qr" />}>
          <Enroll challenge={challenge.challenge} failed={way.setWrong} />
        </Suspense>
      )}
      <LoginEntry
        label={say(words.totp)}
        maxLength={20}
        autoComplete="one-time-code"
        autoFocus
        value={code}
        onChange={setCode}
        {...(asked && code.trim() === '' ? { wrong: say(words.needTotp) } : {})}
      />
      <button type="submit" className="login-submit" aria-busy={way.busy} disabled={way.busy}>
        {say(words.submit)}
      </button>
      <button type="button" className="login-link" onClick={way.giveUp}>
        {say(words.back)}
      </button>
    </form>
  )
}

/** The recovery codes, told once; it goes on when they were kept. */
export function RecoveryCodes({ codes, onKept }: { codes: readonly string[]; onKept: () => void }) {
  const { say } = useSay()
  return (
    <>
      <p className="login-note">{say(words.codesHint)}</p>
      <ol className="login-codes" aria-label={say(words.codes)}>
        {codes.map((c) => (
          <li key={c}>
            <code>{c}</code>
          </li>
        ))}
      </ol>
      <button type="button" className="login-submit" onClick={onKept}>
        {say(words.codesKept)}
      </button>
    </>
  )
}
