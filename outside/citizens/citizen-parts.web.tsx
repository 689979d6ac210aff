import { Alert, Button, Input } from 'antd'
import { useState, type ReactNode } from 'react'
import { dayOfWeek } from '../../kit/model/days.ts'
import { isApiError } from '../../kit/web/client.web.ts'
import { useSay } from '../../kit/web/words.web.ts'
import { useAct } from '../../platform/parts/act.web.ts'
import { wrong } from '../../platform/credentials/problems.ts'
import { useCaptcha } from '../../platform/public/captcha.web.ts'
import { send } from './citizen-calls.web.ts'
import { citizenProblems } from './problems.ts'
import { publicWords as words } from './public-words.ts'
import './citizens.css'

/** One call at a time, and what it refused. */
export function useCall() {
  const { fault, ...act } = useAct()
  return { ...act, fault: fault ? <Alert type="error" showIcon title={fault} role="alert" /> : null }
}
interface LineProps {
  label: string
  value: string
  max: number
  onChange(v: string): void
  inputMode?: 'numeric' | 'tel' | 'text'
  autoComplete?: string
  rows?: number
}
/** A line to fill, with its label above it. */
export const CitizenLine = ({ label, value, max, onChange, inputMode = 'text', autoComplete = 'off', rows }: LineProps) => (
  <label className="citizen-line">
    {label}
    {rows ? (
      <Input.TextArea className="citizen-area" rows={rows} maxLength={max} showCount value={value} onChange={(e) => onChange(e.target.value)} />
    ) : (
      <Input size="large" value={value} maxLength={max} inputMode={inputMode} autoComplete={autoComplete} onChange={(e) => onChange(e.target.value)} />
    )}
  </label>
)
interface ChoiceProps {
  label: string
  value: string
  options: readonly (readonly [key: string, name: string])[]
  onChange(v: string): void
}
/** One of several: the phone's own list. */
export function CitizenChoice({ label, value, options, onChange }: ChoiceProps) {
  const { say } = useSay()
  return (
    <label className="citizen-line">
      {label}
      <select value={value} onChange={(e) => onChange(e.target.value)}>
        <option value="">{say(words.pleaseChoose)}</option>
        {options.map(([key, name]) => (
          <option key={key} value={key}>
            {name}
          </option>
        ))}
      </select>
    </label>
  )
}
/** The picture against machines, and the signs that somebody read in it. Nothing where the site asks for none. */
export function useProof(): { proof: { key: string; signs: string }; renew(): void; isReady: boolean; field: ReactNode } {
  const { say } = useSay()
  const [signs, setSigns] = useState('')
  const [failed, setFailed] = useState('')
  const [captcha, next] = useCaptcha(setFailed)
  const renew = () => {
    setSigns('')
    next()
  }
  const asks = captcha?.enabled !== false
  const field = asks && (
    <div className="citizen-proof">
      <CitizenLine label={say(words.captcha)} value={signs} max={8} onChange={setSigns} />
      <Button aria-label={say(words.renew)} onClick={renew}>
        {captcha && <img src={captcha.image} alt={say(words.captcha)} width="130" height="46" />}
      </Button>
      {failed && <Alert type="error" title={failed} />}
    </div>
  )
  return { proof: { key: captcha?.key ?? '', signs }, renew, isReady: !!captcha && (!asks || signs.trim() !== ''), field }
}
/**
 * Asks for what a code and four digits open, or a kept place books; the picture is asked for from the beginning (`proved`), or once the server asks for one.
 * Whoever has read it opens the code without one from then on.
 */
export function useLookup(proved = false) {
  const [proves, setProves] = useState(proved)
  const { proof, renew, isReady, field } = useProof()
  const ask = <T,>(verb: string, key: object): Promise<T> =>
    send<T>(verb, key, proves ? proof : undefined)
      .catch((e: unknown) => {
        if (isApiError(e) && (e.key === citizenProblems.proof.key || e.key === wrong.captcha.key)) setProves(true)
        throw e
      })
      .finally(() => proves && renew())
  return { ask, isReady: !proves || isReady, field: proves && field }
}
/** What a day of the week is called. */
export function useWeekday(): (day: string) => string {
  const { say } = useSay()
  return (day) => say(words.days).split(',')[dayOfWeek(day) - 1] ?? ''
}
type Facts = readonly (readonly [label: string, value: string | null | undefined])[]
/** Facts of a matter, without those that are not known. */
export const CitizenFacts = ({ of }: { of: Facts }) => (
  <dl className="public-facts">
    {of.map(([label, value]) =>
      value ? (
        <div key={label} style={{ display: 'contents' }}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ) : null,
    )}
  </dl>
)
/** A household as strangers read it. */
export interface PublicHousehold {
  /** masked; '' where parcels are posted without a household */
  name: string
  members: number
  parcels: readonly { dkmc: string; htmjm: string }[]
}
/** The list of a posting. */
export const HouseholdList = ({ of }: { of: readonly PublicHousehold[] }) => {
  const { say } = useSay()
  if (of.length === 0) return <span>{say(words.nothing)}</span>
  return (
    <ul className="citizen-households">
      {of.map((h, n) => (
        <li key={n}>
          {(h.name || h.members > 0) && (
            <b>
              {h.name || say(words.noName)} {h.members} {say(words.members)}
            </b>
          )}
          {h.parcels.map((p, i) => (
            <span key={i}>
              {p.dkmc} {p.htmjm} {say(words.mu)}
            </span>
          ))}
        </li>
      ))}
    </ul>
  )
}
/** Once, when it has come: what had the focus is gone, and whoever reads by ear or goes by the keys would begin anew at the top. */
const takeFocus = (heading: HTMLElement | null) => heading?.focus()
/** The heading of what takes the place of a step that is done. */
const StepHeading = ({ children }: { children: string }) => (
  <h2 tabIndex={-1} ref={takeFocus}>
    {children}
  </h2>
)
/** Takes the place of what had the focus: an answer to it, or what it asks next. */
export const NextPart = ({ children, className }: { children: ReactNode; className?: string }) => (
  <div tabIndex={-1} ref={takeFocus} {...(className ? { className } : {})}>
    {children}
  </div>
)
/** A form of a citizen's page: pressing the key of entry sends it too. `isNext`: it takes the place of another step. */
export const CitizenForm = ({ name, onSend, isNext, children }: { name: string; onSend(): void; isNext?: boolean; children: ReactNode }) => (
  <form
    className="public-card"
    aria-label={name}
    onSubmit={(e) => {
      e.preventDefault()
      onSend()
    }}
  >
    {isNext ? <StepHeading>{name}</StepHeading> : <h2>{name}</h2>}
    {children}
  </form>
)
/** A code to note down, with what it is of. */
export const Noted = ({ title, hint, label, code, facts = [] }: { title: string; hint: string; label: string; code: string; facts?: Facts }) => (
  <section className="public-card" role="status">
    <StepHeading>{title}</StepHeading>
    <CitizenFacts of={facts} />
    <span>{label}</span>
    <strong className="citizen-code">{code}</strong>
    <span>{hint}</span>
  </section>
)
