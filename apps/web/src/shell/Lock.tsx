import { useNavigate } from '@tanstack/react-router'
import { useState, type FormEvent } from 'react'
import { signOut } from '../../../../kit/web/client.web.ts'
import { useWords } from '../../../../kit/web/i18n.web.ts'
import { useSession } from '../../../../kit/web/session.web.ts'
import { Entry } from '../login/Entry.tsx'
import { Fields } from '../login/Fields.tsx'
import '../login/login.css'
import { unlock } from './lock.ts'

/** The lock screen: the lock password opens it; or back to the login. */
export function Lock() {
  const { t } = useWords()
  const { user } = useSession()
  const navigate = useNavigate()
  const [word, setWord] = useState('')
  const [wrong, setWrong] = useState('')
  const open = (e: FormEvent) => {
    e.preventDefault()
    if (word === '') setWrong(t('lock.required'))
    else if (unlock(word)) void navigate({ to: '/' })
    else setWrong(t('lock.wrong'))
  }
  return (
    <div className="login">
      <section className="login-art">
        <Fields />
      </section>
      <main className="login-main">
        <div className="login-card">
          <h1>{user?.real_name || t('shell.lock')}</h1>
          <p className="login-hint">{t('lock.hint')}</p>
          <form noValidate onSubmit={open}>
            <Entry
              label={t('lock.password')}
              type="password"
              value={word}
              onChange={setWord}
              autoFocus
              autoComplete="off"
              maxLength={32}
              {...(wrong ? { wrong } : {})}
            />
            <button type="submit" className="login-submit">
              {t('lock.open')}
            </button>
          </form>
          <button type="button" className="login-link" onClick={() => void signOut()}>
            {t('lock.toLogin')}
          </button>
        </div>
      </main>
    </div>
  )
}
