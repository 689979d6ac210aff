import { Alert, Button, Empty, Spin } from 'antd'
import { useState, type ReactNode } from 'react'
import { useSay } from '../../kit/web/words.web.ts'
import type { Offered } from './CitizenBooking.web.tsx'
import { send, useRead } from './citizen-calls.web.ts'
import {
  CitizenChoice,
  CitizenForm,
  CitizenFacts,
  CitizenLine,
  HouseholdList,
  Noted,
  useCall,
  useLookup,
  useProof,
  type PublicHousehold,
} from './citizen-parts.web.tsx'
import { publicWords as words } from './public-words.ts'

/** A question, answered by its code. */
export function AskView({ tenantId }: { tenantId: string }) {
  const { say } = useSay()
  const { found, wrong } = useRead<Offered>('places', { tenantId })
  const [v, setV] = useState({ regionCode: '', title: '', content: '', person: '', phone: '' })
  const [code, setCode] = useState('')
  const { proof, renew, isReady, field } = useProof()
  const { busy, fault, run, setFault } = useCall()
  if (wrong) return <Alert type="error" showIcon title={wrong} />
  if (!found) return <Spin />
  if (code) return <Noted title={say(words.sent)} hint={say(words.sentHint)} label={say(words.askCode)} code={code} />
  const set = (name: keyof typeof v) => (value: string) => setV((old) => ({ ...old, [name]: value }))
  const go = () =>
    Object.values(v).every((x) => x.trim()) && isReady
      ? run(async () => {
          const made = await send<{ code: string }>('ask', { tenantId, ...v }, proof).catch((e: unknown) => {
            renew()
            throw e
          })
          setCode(made.code)
        })
      : setFault(say(words.needed))
  return (
    <CitizenForm name={say(words.ask)} onSend={() => void go()}>
      <CitizenChoice label={say(words.place)} value={v.regionCode} options={found.places.map((p) => [p.regionCode, p.name])} onChange={set('regionCode')} />
      <CitizenLine label={say(words.question)} value={v.title} max={100} onChange={set('title')} />
      <CitizenLine label={say(words.content)} value={v.content} max={1000} rows={5} onChange={set('content')} />
      <CitizenLine label={say(words.person)} value={v.person} max={50} autoComplete="name" onChange={set('person')} />
      <CitizenLine label={say(words.phone)} value={v.phone} max={20} inputMode="tel" autoComplete="tel" onChange={set('phone')} />
      {field}
      {fault}
      <Button size="large" type="primary" htmlType="submit" loading={busy} block>
        {say(words.send)}
      </Button>
    </CitizenForm>
  )
}

interface LookProps<T> {
  name: string
  codeLabel: string
  verb: string
  tenantId: string
  /** whether the picture against machines is asked for */
  proved?: boolean
  show(found: T): ReactNode
}
/** What a code and four digits open. */
function Look<T>({ name, codeLabel, verb, tenantId, proved = false, show }: LookProps<T>) {
  const { say } = useSay()
  const [code, setCode] = useState('')
  const [tail, setTail] = useState('')
  const [found, setFound] = useState<T>()
  const { ask, isReady, field } = useLookup(proved)
  const { busy, fault, run, setFault } = useCall()
  const go = () => {
    setFound(undefined)
    if (!code.trim() || !tail.trim() || !isReady) return setFault(say(words.needed))
    return run(async () => {
      setFound(await ask<T>(verb, { tenantId, code: code.trim(), tail: tail.trim() }))
    })
  }
  return (
    <>
      <CitizenForm name={name} onSend={() => void go()}>
        <CitizenLine label={codeLabel} value={code} max={30} onChange={setCode} />
        <CitizenLine label={say(words.tail)} value={tail} max={4} inputMode="numeric" onChange={setTail} />
        {field}
        {fault}
        <Button size="large" type="primary" htmlType="submit" loading={busy} block>
          {say(words.look)}
        </Button>
      </CitizenForm>
      {found && (
        <section className="public-card" role="status">
          {show(found)}
        </section>
      )}
    </>
  )
}
type Texts<K extends string> = Readonly<Record<K, string | null>>
/** The answer to one's own question. */
export function AnswerView({ tenantId }: { tenantId: string }) {
  const { say } = useSay()
  return (
    <Look<Texts<'title' | 'content' | 'state' | 'reply' | 'replyTime'>>
      name={say(words.answer)}
      codeLabel={say(words.askCode)}
      verb="answer"
      tenantId={tenantId}
      show={(a) => (
        <>
          <CitizenFacts
            of={[
              [say(words.question), a.title],
              [say(words.content), a.content],
              [say(words.state), a.state],
            ]}
          />
          <strong>{say(words.reply)}</strong>
          <p className="citizen-text">{a.reply ?? say(words.noReply)}</p>
        </>
      )}
    />
  )
}
/** How far one's own case has come. */
export function CaseView({ tenantId }: { tenantId: string }) {
  const { say } = useSay()
  return (
    <Look<Texts<'code' | 'matter' | 'person' | 'state' | 'task' | 'receivedTime' | 'dueDay' | 'finishTime' | 'note' | 'windowPhone'>>
      name={say(words.case)}
      codeLabel={say(words.caseCode)}
      verb="case"
      tenantId={tenantId}
      proved
      show={(c) => (
        <>
          <CitizenFacts
            of={[
              [say(words.caseCode), c.code],
              [say(words.matter), c.matter],
              [say(words.applicant), c.person],
              [say(words.state), c.state],
              [say(words.task), c.task],
              [say(words.received), c.receivedTime],
              [say(words.due), c.dueDay],
              [say(words.finished), c.finishTime],
              [say(words.windowPhone), c.windowPhone],
            ]}
          />
          {c.note && <span>{c.note}</span>}
        </>
      )}
    />
  )
}

/** What is read, or why it is not. */
function Read<T>({ verb, query, children }: { verb: string; query: Readonly<Record<string, string>>; children(found: T): ReactNode }) {
  const { found, wrong } = useRead<T>(verb, query)
  if (wrong) return <Alert type="error" showIcon title={wrong} />
  return found === undefined ? <Spin /> : children(found)
}
const Nothing = () => {
  const { say } = useSay()
  return <Empty description={say(words.nothing)} />
}
interface Paper {
  id: string
  title: string
  content: string | null
  notice?: string | null
  docNo?: string | null
  publishDate?: string
}
/** Guides, policies and descriptions that are published. */
export function GuidesView({ tenantId }: { tenantId: string }) {
  const { say } = useSay()
  const part = (name: string, papers: readonly Paper[]) =>
    papers.length > 0 && (
      <section className="public-card">
        <h3>{name}</h3>
        {papers.map((p) => (
          <details key={p.id}>
            <summary>{[p.title, p.docNo, p.publishDate].filter(Boolean).join(' ')}</summary>
            <p className="citizen-text">{p.content}</p>
            {p.notice && (
              <>
                <strong>{say(words.notice)}</strong>
                <p className="citizen-text">{p.notice}</p>
              </>
            )}
          </details>
        ))}
      </section>
    )
  return (
    <Read<Readonly<Record<'guides' | 'policies' | 'descriptions', readonly Paper[]>>> verb="published" query={{ tenantId }}>
      {(all) =>
        all.guides.length + all.policies.length + all.descriptions.length === 0 ? (
          <Nothing />
        ) : (
          <>
            {part(say(words.guidesOnly), all.guides)}
            {part(say(words.policies), all.policies)}
            {part(say(words.descriptions), all.descriptions)}
          </>
        )
      }
    </Read>
  )
}
interface Round {
  id: string
  regionCode: string
  regionName: string
  startDate: string
  endDate: string
  place: string | null
}
/** What is posted now, each with its list. */
export function PostedView({ tenantId }: { tenantId: string }) {
  const { say } = useSay()
  const [open, setOpen] = useState('')
  return (
    <Read<readonly Round[]> verb="posted" query={{ tenantId }}>
      {(rounds) =>
        rounds.length === 0 ? (
          <Nothing />
        ) : (
          <>
            {rounds.map((r) => (
              <section className="public-card" key={r.id}>
                <h3>{r.regionName}</h3>
                <CitizenFacts
                  of={[
                    [say(words.period), `${r.startDate} ${say(words.until)} ${r.endDate}`],
                    [say(words.hangs), r.place],
                  ]}
                />
                {open === r.id ? (
                  <Read<{ households: readonly PublicHousehold[] }> verb="posted-list" query={{ tenantId, id: r.id, regionCode: r.regionCode }}>
                    {({ households }) => <HouseholdList of={households} />}
                  </Read>
                ) : (
                  <Button onClick={() => setOpen(r.id)}>{say(words.households)}</Button>
                )}
              </section>
            ))}
          </>
        )
      }
    </Read>
  )
}
interface Offer {
  id: string
  title: string
  kind: string
  regionName: string
  mj: string
  price: string | null
  untilDay: string
  content: string
  person: string
}
/** Land that is offered or looked for. */
export function OffersView({ tenantId }: { tenantId: string }) {
  const { say } = useSay()
  return (
    <Read<readonly Offer[]> verb="offers" query={{ tenantId }}>
      {(offers) =>
        offers.length === 0 ? (
          <Nothing />
        ) : (
          <>
            <Alert type="info" showIcon title={say(words.toOffice)} />
            {offers.map((o) => (
              <section className="public-card" key={o.id}>
                <h3>{o.title}</h3>
                <CitizenFacts
                  of={[
                    [say(words.kind), o.kind],
                    [say(words.region), o.regionName],
                    [say(words.land), `${o.mj} ${say(words.mu)}`],
                    [say(words.rent), o.price && `${o.price} ${say(words.price)}`],
                    [say(words.validUntil), o.untilDay],
                    [say(words.contact), o.person],
                  ]}
                />
                <p className="citizen-text">{o.content}</p>
              </section>
            ))}
          </>
        )
      }
    </Read>
  )
}
