import { useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect, useState, type FormEvent } from 'react'
import { signOut } from '../../../../../kit/web/client.web.ts'
import { useSay } from '../../../../../kit/web/words.web.ts'
import { lockWords } from './lock-words.ts'
import { frameWords } from '../../../../../platform/shell/words.ts'
import { useSession } from '../../../../../kit/web/session.web.ts'
import { LoginEntry } from '../../login/Entry.tsx'
import { LoginFields } from '../../login/Fields.tsx'
import '../../login/login.css'
import { insideApp } from '../../login/useEntry.ts'
import { unlock, useLock } from './lock.ts'

/** The page of the lock, for windows that were opened or loaded anew while the screen is locked: leads on to what was asked for. */
export function Lock() {
  const navigate = useNavigate()
  const search = useSearch({ strict: false }) as { redirect?: string }
  const { locked } = useLock()
  useEffect(() => {
    if (!locked) void navigate({ to: insideApp(search.redirect, '/'), replace: true })
  }, [locked])
  return <LockScreen />
}

/** The locked screen: the lock password opens it; or back to the login. */
export function LockScreen() {
  const { say } = useSay()
  const { user } = useSession()
  const [word, setWord] = useState('')
  const [wrong, setWrong] = useState('')
  const open = (e: FormEvent) => {
    e.preventDefault()
    if (word === '') setWrong(say(lockWords.required))
    else void unlock(word).then((open) => open || setWrong(say(lockWords.wrong)))
  }
  return (
    <div className="login">
      <section className="login-art">
        <LoginFields />
      </section>
      <main className="login-main">
        <div className="login-card">
          <h1>{user?.real_name || say(frameWords.lock)}</h1>
          <p className="login-hint">{say(lockWords.hint)}</p>
          <form noValidate onSubmit={open}>
            <LoginEntry
              label={say(lockWords.password)}
              type="password"
              value={word}
              onChange={setWord}
              autoFocus
              autoComplete="off"
              maxLength={32}
              {...(wrong ? { wrong } : {})}
            />
            <button type="submit" className="login-submit">
              {say(lockWords.open)}
            </button>
          </form>
          <button type="button" className="login-link" onClick={() => void signOut()}>
            {say(lockWords.toLogin)}
          </button>
        </div>
      </main>
    </div>
  )
}
