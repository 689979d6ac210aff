import { Alert, Button, Spin } from 'antd'
import { useState } from 'react'
import { isApiError } from '../../kit/web/client.web.ts'
import { useSay } from '../../kit/web/words.web.ts'
import { send, useRead } from './citizen-calls.web.ts'
import { CitizenChoice, CitizenForm, CitizenFacts, CitizenLine, NextPart, Noted, useCall, useLookup, useWeekday } from './citizen-parts.web.tsx'
import { citizenProblems } from './problems.ts'
import { publicWords as words } from './public-words.ts'

/** Places and matters, as the server tells them. */
export interface Offered {
  places: readonly { regionCode: string; name: string; books: boolean; phone: string }[]
  matters: readonly { key: string; name: string }[]
}
interface Slot {
  day: string
  slot: string
  left: number
}
interface TimesProps {
  tenantId: string
  regionCode: string
  value: Slot | undefined
  onChange(s: Slot | undefined): void
}
/** Days with a free time, and the times of one. */
function Times({ tenantId, regionCode, value, onChange }: TimesProps) {
  const { say } = useSay()
  const weekday = useWeekday()
  const { found, wrong } = useRead<readonly Slot[]>('slots', { tenantId, regionCode })
  const [chosen, setDay] = useState('')
  if (wrong) return <Alert type="error" showIcon title={wrong} />
  if (!found) return <Spin />
  const days = [...new Set(found.filter((s) => s.left > 0).map((s) => s.day))]
  const day = days.includes(chosen) ? chosen : (days[0] ?? '')
  if (!day) return <Alert type="info" showIcon title={say(words.noTimes)} />
  return (
    <>
      <CitizenChoice
        label={say(words.day)}
        value={day}
        options={days.map((d) => [d, `${d} ${weekday(d)}`])}
        onChange={(d) => {
          setDay(d)
          onChange(undefined)
        }}
      />
      <fieldset className="citizen-times">
        <legend>{say(words.time)}</legend>
        {found
          .filter((s) => s.day === day)
          .map((s) => (
            <label key={s.slot}>
              <input type="radio" name="slot" checked={value?.day === s.day && value.slot === s.slot} disabled={s.left === 0} onChange={() => onChange(s)} />
              <span>
                {s.slot} <small>{s.left > 0 ? `${say(words.left)} ${s.left}` : say(words.full)}</small>
              </span>
            </label>
          ))}
      </fieldset>
    </>
  )
}

interface Kept {
  regionCode: string
  /** what is booked and where, in words */
  names: { place: string; phone: string; matter: string }
  matter: string
  slot: Slot
  hold: string
  minutes: number
}
/** What is booked, where and when, in words: before it is, and once it is. */
function useKeptFacts() {
  const { say } = useSay()
  const weekday = useWeekday()
  return ({ names, slot }: Kept): readonly (readonly [string, string])[] => [
    [say(words.place), names.place],
    [say(words.windowPhone), names.phone],
    [say(words.matter), names.matter],
    [say(words.day), `${slot.day} ${weekday(slot.day)}`],
    [say(words.time), slot.slot],
  ]
}
/** Booking: what and when; who; the code. Source: rulings.md 42. */
export function BookView({ tenantId }: { tenantId: string }) {
  const [kept, setKept] = useState<Kept>()
  const [isBack, setBack] = useState(false)
  const [code, setCode] = useState('')
  const { say } = useSay()
  const factsOf = useKeptFacts()
  if (code && kept) return <Noted title={say(words.booked)} hint={say(words.bookedHint)} label={say(words.bookingCode)} code={code} facts={factsOf(kept)} />
  const back = () => {
    setKept(undefined)
    setBack(true)
  }
  if (kept) return <Who tenantId={tenantId} kept={kept} onBack={back} onDone={setCode} />
  return <When tenantId={tenantId} isBack={isBack} onKept={setKept} />
}
function When({ tenantId, isBack, onKept }: { tenantId: string; isBack: boolean; onKept(k: Kept): void }) {
  const { say } = useSay()
  const { found, wrong } = useRead<Offered>('places', { tenantId })
  const [place, setPlace] = useState('')
  const [matter, setMatter] = useState('')
  const [slot, setSlot] = useState<Slot>()
  const { ask, isReady, field } = useLookup(true)
  const { busy, fault, run, setFault } = useCall()
  if (wrong) return <Alert type="error" showIcon title={wrong} />
  if (!found) return <Spin />
  const windows = found.places.filter((p) => p.books)
  if (windows.length === 0) return <Alert type="info" showIcon title={say(words.noWindow)} />
  const regionCode = place || (windows.length === 1 ? windows[0]!.regionCode : '')
  const go = () =>
    slot && matter && regionCode && isReady
      ? run(async () => {
          const held = await ask<{ hold: string; minutes: number }>('hold', { tenantId, regionCode, day: slot.day, slot: slot.slot })
          const { name = '', phone = '' } = windows.find((p) => p.regionCode === regionCode) ?? {}
          const names = { place: name, phone, matter: found.matters.find((m) => m.key === matter)?.name ?? '' }
          onKept({ regionCode, names, matter, slot, ...held })
        })
      : setFault(say(slot && matter && regionCode ? words.needed : words.choose))
  return (
    <CitizenForm name={say(words.book)} isNext={isBack} onSend={() => void go()}>
      <CitizenChoice
        label={say(words.place)}
        value={regionCode}
        options={windows.map((p) => [p.regionCode, p.name])}
        onChange={(p) => {
          setPlace(p)
          setSlot(undefined)
        }}
      />
      <CitizenChoice label={say(words.matter)} value={matter} options={found.matters.map((m) => [m.key, m.name])} onChange={setMatter} />
      {regionCode && <Times key={regionCode} tenantId={tenantId} regionCode={regionCode} value={slot} onChange={setSlot} />}
      {field}
      {fault}
      <Button size="large" type="primary" htmlType="submit" loading={busy} block>
        {say(words.next)}
      </Button>
    </CitizenForm>
  )
}
function Who({ tenantId, kept, onBack, onDone }: { tenantId: string; kept: Kept; onBack(): void; onDone(code: string): void }) {
  const { say } = useSay()
  const factsOf = useKeptFacts()
  const [person, setPerson] = useState('')
  const [phone, setPhone] = useState('')
  // a place that is kept was proved; one that is kept no more is proved anew
  const { ask, isReady, field } = useLookup()
  const { busy, fault, run, setFault } = useCall()
  const [asksCode, setAsksCode] = useState(false)
  const [sent, setSent] = useState<{ codeId: string; seconds: number }>()
  const [smsCode, setSmsCode] = useState('')
  const { regionCode, matter, slot, hold } = kept
  const at = { tenantId, regionCode, day: slot.day, slot: slot.slot, hold, phone: phone.trim() }
  const go = () =>
    person.trim() && phone.trim() && isReady && (!asksCode || (sent && smsCode.trim()))
      ? run(async () => {
          const proof = sent ? { codeId: sent.codeId, smsCode: smsCode.trim() } : {}
          const made = await ask<{ code: string }>('book', { ...at, matter, person: person.trim(), ...proof }).catch((e: unknown) => {
            if (isApiError(e) && e.key === citizenProblems.code.key) setAsksCode(true)
            throw e
          })
          onDone(made.code)
        })
      : setFault(say(words.needed))
  const sendCode = () =>
    run(async () => {
      setSent(undefined)
      setSent(await ask<{ codeId: string; seconds: number }>('book-code', at))
    })
  const toPhone = (p: string) => {
    setPhone(p)
    // a code proves one number
    setAsksCode(false)
    setSent(undefined)
    setSmsCode('')
  }
  return (
    <CitizenForm name={say(words.book)} isNext onSend={() => void go()}>
      <CitizenFacts of={factsOf(kept)} />
      <span role="status">{say(words.kept).replace('{minutes}', String(kept.minutes))}</span>
      <CitizenLine label={say(words.person)} value={person} max={50} autoComplete="name" onChange={setPerson} />
      <CitizenLine label={say(words.phone)} value={phone} max={20} inputMode="tel" autoComplete="tel" onChange={toPhone} />
      {asksCode && (
        <>
          <Button size="large" loading={busy} onClick={() => void sendCode()}>
            {say(words.getCode)}
          </Button>
          {sent && (
            <>
              <span role="status">{say(words.codeSent).replace('{minutes}', String(sent.seconds / 60))}</span>
              <CitizenLine label={say(words.smsCode)} value={smsCode} max={8} inputMode="numeric" autoComplete="one-time-code" onChange={setSmsCode} />
            </>
          )}
        </>
      )}
      {field}
      {fault}
      <div className="public-row">
        <Button size="large" onClick={onBack}>
          {say(words.back)}
        </Button>
        <Button size="large" type="primary" htmlType="submit" loading={busy}>
          {say(words.confirm)}
        </Button>
      </div>
    </CitizenForm>
  )
}

/** An appointment as its holder sees it. */
interface Own {
  code: string
  regionCode: string
  day: string
  slot: string
  matter: string
  place: string
  windowPhone: string
  person: string
  phone: string
  state: string
  /** 1: it can still be changed */
  open: number
}
interface NewTimeProps {
  tenantId: string
  regionCode: string
  busy: boolean
  onChosen(to: Pick<Slot, 'day' | 'slot'>): void
}
/** Another day and time for an appointment. */
function NewTime({ tenantId, regionCode, busy, onChosen }: NewTimeProps) {
  const { say } = useSay()
  const [to, setTo] = useState<Slot>()
  return (
    <>
      <NextPart>{say(words.changeAsk)}</NextPart>
      <Times tenantId={tenantId} regionCode={regionCode} value={to} onChange={setTo} />
      <Button size="large" type="primary" disabled={!to} loading={busy} onClick={() => to && onChosen({ day: to.day, slot: to.slot })}>
        {say(words.changeTo)}
      </Button>
    </>
  )
}
/** Somebody's own appointment: looked at, moved, given up. */
export function BookingView({ tenantId }: { tenantId: string }) {
  const { say } = useSay()
  const weekday = useWeekday()
  const [code, setCode] = useState('')
  const [tail, setTail] = useState('')
  const [own, setOwn] = useState<Own>()
  const [doing, setDoing] = useState<'change' | 'cancel' | 'kept'>()
  const [done, setDone] = useState('')
  const { busy, fault, run, setFault } = useCall()
  const { ask, isReady, field } = useLookup()
  const key = { tenantId, code: code.trim(), tail: tail.trim() }
  const look = async () => setOwn(await ask<Own>('booking', key))
  const act = (verb: string, more: object, said: string) =>
    run(async () => {
      await send(verb, { ...key, ...more })
      setDoing(undefined)
      setDone(said)
      await look()
    })
  const begin = (what: 'change' | 'cancel') => {
    setDone('')
    setDoing(what)
  }
  return (
    <>
      <CitizenForm
        name={say(words.booking)}
        onSend={() => {
          setDone('')
          setDoing(undefined)
          if (isReady) void run(look)
          else setFault(say(words.needed))
        }}
      >
        <CitizenLine label={say(words.bookingCode)} value={code} max={30} onChange={setCode} />
        <CitizenLine label={say(words.tail)} value={tail} max={4} inputMode="numeric" onChange={setTail} />
        {field}
        {fault}
        <Button size="large" type="primary" htmlType="submit" loading={busy} block>
          {say(words.look)}
        </Button>
      </CitizenForm>
      {own && (
        <section className="public-card">
          {done && (
            <NextPart key={done}>
              <Alert type="success" showIcon title={done} role="status" />
            </NextPart>
          )}
          <CitizenFacts
            of={[
              [say(words.state), own.state],
              [say(words.matter), own.matter],
              [say(words.place), own.place],
              [say(words.windowPhone), own.windowPhone],
              [say(words.day), `${own.day} ${weekday(own.day)}`],
              [say(words.time), own.slot],
              [say(words.person), own.person],
              [say(words.phone), own.phone],
            ]}
          />
          {own.open === 1 && (!doing || doing === 'kept') && (
            <div className="public-row">
              <Button size="large" onClick={() => begin('change')}>
                {say(words.change)}
              </Button>
              {/* whoever keeps it stands where he asked */}
              <Button size="large" danger autoFocus={doing === 'kept'} onClick={() => begin('cancel')}>
                {say(words.cancel)}
              </Button>
            </div>
          )}
          {doing === 'change' && (
            <NewTime tenantId={tenantId} regionCode={own.regionCode} busy={busy} onChosen={(to) => void act('booking-change', to, say(words.changed))} />
          )}
          {doing === 'cancel' && (
            <>
              <NextPart>{say(words.cancelAsk)}</NextPart>
              <div className="public-row">
                <Button size="large" onClick={() => setDoing('kept')}>
                  {say(words.keep)}
                </Button>
                <Button size="large" danger loading={busy} onClick={() => void act('booking-cancel', {}, say(words.cancelled))}>
                  {say(words.cancel)}
                </Button>
              </div>
            </>
          )}
        </section>
      )}
    </>
  )
}
