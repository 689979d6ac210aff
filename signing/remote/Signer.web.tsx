import { Alert, Button, Checkbox, Flex, Input, Result, Spin } from 'antd'
import { lazy, Suspense, useEffect, useState, type ReactNode } from 'react'
import { api, isApiError } from '../../kit/web/client.web.ts'
import { useSay } from '../../kit/web/words.web.ts'
import { PublicFrame, PublicPage } from '../../platform/public/PublicFrame.web.tsx'
import { NOBODY, patiently } from '../../platform/public/public-calls.web.ts'
import { words as siteWords } from '../acts/desk-words.ts'
import { useAct } from '../../platform/parts/act.web.ts'
import { Pad } from '../../platform/parts/Pad.web.tsx'
import { roleWords, words } from '../acts/words.ts'

const PdfView = lazy(() => import('../../services/files/preview/PdfView.web.tsx'))
const call = <T,>(verb: string, body: object) => patiently(() => api.post<T>(`sign/signer/${verb}`, body, undefined, NOBODY))

interface Told {
  nodeCode: string
  signer: string
  phone: string
  signDeadline: string | null
  /** on a tablet of the desk, which has compared the document */
  compared: boolean
}
interface Known {
  pass: string
  signerName: string
  cbhtbm: string
  cbfmc: string
}
type Step = { at: 'who' } | { at: 'read' | 'write' | 'refuse'; known: Known; file: Blob } | { at: 'done'; last: boolean } | { at: 'refused' }

/** The page of a signer: who he is, the whole contract, his name by hand. It stands outside the office, and the link in its address is all that opens it. */
export function Signer() {
  const link = useLink()
  return (
    <PublicPage>
      <Page key={link} link={link} />
    </PublicPage>
  )
}

/** The secret in the address; another link in the same window begins anew. */
function useLink(): string {
  const [link, setLink] = useState(() => window.location.hash.slice(1))
  useEffect(() => {
    const read = () => setLink(window.location.hash.slice(1))
    window.addEventListener('hashchange', read)
    return () => window.removeEventListener('hashchange', read)
  }, [])
  return link
}

function Page({ link }: { link: string }) {
  const { say, lang } = useSay()
  const [told, setTold] = useState<Told>()
  const [closed, setClosed] = useState('')
  const [step, setStep] = useState<Step>({ at: 'who' })
  useEffect(() => {
    document.title = say(words.title)
  }, [lang])
  useEffect(() => {
    let gone = false
    void call<Told>('open', { link }).then(
      (t) => gone || setTold(t),
      (e: Error) => gone || setClosed(e.message),
    )
    return () => void (gone = true)
  }, [link, lang])
  /** What a call refused: a link that is over closes the page, the rest is told where it was asked. */
  const failedBy = (e: unknown): string => {
    if (isApiError(e) && e.code === 404) setClosed(e.msg)
    if (isApiError(e) && e.code === 403) setStep({ at: 'who' })
    return e instanceof Error ? e.message : String(e)
  }
  const end = (s: Step) => {
    window.history.replaceState({}, '', window.location.pathname)
    setStep(s)
  }
  const parts = (): ReactNode => {
    if (step.at === 'done' && told?.compared) return <Result status="success" title={say(words.done)} subTitle={say(siteWords.tabletDone)} />
    if (step.at === 'done')
      return <Result status="success" title={say(words.done)} subTitle={`${say(step.last ? words.doneLast : words.doneNext)}${say(words.close)}`} />
    if (step.at === 'refused' && told?.compared) return <Result status="info" title={say(words.refused)} subTitle={say(siteWords.tabletDone)} />
    if (step.at === 'refused') return <Result status="info" title={say(words.refused)} subTitle={`${say(words.refusedHint)}${say(words.close)}`} />
    if (closed) return <Result status="warning" title={say(words.closed)} subTitle={closed} />
    if (!told) return <Spin description={say(words.opening)} style={{ padding: 48 }} />
    if (step.at === 'who' && told.compared)
      return <Tablet link={link} told={told} failed={failedBy} onKnown={(known, file) => setStep({ at: 'read', known, file })} />
    if (step.at === 'who') return <Who link={link} told={told} failed={failedBy} onKnown={(known, file) => setStep({ at: 'read', known, file })} />
    const go = (at: 'read' | 'write' | 'refuse') => setStep({ ...step, at })
    // the contract stays where it was read while its name is written
    return (
      <>
        <Reading known={step.known} file={step.file} shown={step.at === 'read'} onSign={() => go('write')} onRefuse={() => go('refuse')} />
        {step.at === 'write' && (
          <Writing link={link} known={step.known} failed={failedBy} onBack={() => go('read')} onDone={(last) => end({ at: 'done', last })} />
        )}
        {step.at === 'refuse' && <Refusing link={link} known={step.known} failed={failedBy} onBack={() => go('read')} onDone={() => end({ at: 'refused' })} />}
      </>
    )
  }
  return <PublicFrame title={say(words.title)}>{parts()}</PublicFrame>
}

interface Failing {
  /** what a refusal says */
  failed(e: unknown): string
}
/** Runs a call once at a time; answers its last refusal, and whether it is under way. */
function useCall(failed: Failing['failed']) {
  const { fault, ...act } = useAct(failed)
  return { ...act, fault: fault ? <Alert type="error" showIcon title={fault} /> : null }
}

interface WhoProps extends Failing {
  link: string
  told: Told
  onKnown(k: Known, file: Blob): void
}
const fileOf = async (link: string, pass: string) => (await patiently(() => api.blob('sign/signer/file', undefined, NOBODY, { link, pass }))).blob
/** On a tablet of the desk: the document was compared there, and the contract is a press away. */
function Tablet({ link, told, failed, onKnown }: WhoProps) {
  const { say } = useSay()
  const { busy, fault, run } = useCall(failed)
  const begin = () =>
    run(async () => {
      const known = await call<Known>('begin', { link })
      onKnown(known, await fileOf(link, known.pass))
    })
  return (
    <section className="public-card">
      <p style={{ margin: 0 }}>{say(words.lead).replace('{role}', say(roleWords[told.nodeCode]!))}</p>
      <dl className="public-facts">
        <dt>{say(words.signer)}</dt>
        <dd>{told.signer}</dd>
      </dl>
      <span>{say(siteWords.tabletLead)}</span>
      <Button size="large" type="primary" loading={busy} onClick={() => void begin()}>
        {say(siteWords.tabletBegin)}
      </Button>
      {fault}
    </section>
  )
}

function Who({ link, told, failed, onKnown }: WhoProps) {
  const { say } = useSay()
  const { busy, fault, run, setFault } = useCall(failed)
  const [idCard, setIdCard] = useState(''),
    [code, setCode] = useState(''),
    [sent, setSent] = useState(false)
  const send = () =>
    idCard.trim()
      ? run(async () => {
          await call('code', { link, idCard })
          setSent(true)
        })
      : setFault(say(words.idNeeded))
  const check = () =>
    run(async () => {
      const known = await call<Known>('check', { link, code })
      onKnown(known, await fileOf(link, known.pass))
    })
  return (
    <form
      className="public-card"
      aria-label={say(words.who)}
      onSubmit={(e) => {
        e.preventDefault()
        void (sent && code ? check() : send())
      }}
    >
      <p style={{ margin: 0 }}>{say(words.lead).replace('{role}', say(roleWords[told.nodeCode]!))}</p>
      <dl className="public-facts">
        <dt>{say(words.signer)}</dt>
        <dd>
          {told.signer} {told.phone}
        </dd>
        {told.signDeadline && (
          <>
            <dt>{say(words.deadline)}</dt>
            <dd>{told.signDeadline.slice(0, 16)}</dd>
          </>
        )}
      </dl>
      <h2>{say(words.who)}</h2>
      <label>
        {say(words.idCard)}
        <Input size="large" value={idCard} maxLength={30} autoComplete="off" onChange={(e) => setIdCard(e.target.value)} />
      </label>
      <Button size="large" {...(sent ? {} : { type: 'primary' as const })} loading={busy && !code} onClick={() => void send()}>
        {say(sent ? words.again : words.sendCode)}
      </Button>
      {sent && (
        <>
          <span role="status">
            {say(words.sentTo)} {told.phone}
          </span>
          <label>
            {say(words.code)}
            <Input size="large" value={code} maxLength={6} inputMode="numeric" autoComplete="one-time-code" onChange={(e) => setCode(e.target.value)} />
          </label>
          <Button size="large" type="primary" htmlType="submit" loading={busy && !!code} disabled={!code}>
            {say(words.confirm)}
          </Button>
        </>
      )}
      {fault}
    </form>
  )
}

function Reading({ known, file, shown, onSign, onRefuse }: { known: Known; file: Blob; shown: boolean; onSign(): void; onRefuse(): void }) {
  const { say } = useSay()
  const [read, setRead] = useState(false),
    [large, setLarge] = useState(false)
  return (
    <section className="public-card" hidden={!shown} style={shown ? {} : { display: 'none' }}>
      <h2>{say(words.read)}</h2>
      <span>
        {known.signerName} · {known.cbhtbm}
      </span>
      <span>{say(words.readHint)}</span>
      <Button onClick={() => setLarge(!large)}>{say(large ? words.smaller : words.larger)}</Button>
      <Suspense fallback={<Spin style={{ padding: 48 }} />}>
        <PdfView file={file} title={say(words.contract)} onEnd={() => setRead(true)} zoom={large ? 2 : 1} />
      </Suspense>
      <Button size="large" type="primary" disabled={!read} onClick={onSign}>
        {say(read ? words.go : words.toEnd)}
      </Button>
      <Button danger onClick={onRefuse}>
        {say(words.refuse)}
      </Button>
    </section>
  )
}

interface ActProps extends Failing {
  link: string
  known: Known
  onBack(): void
}
function Writing({ link, known, failed, onBack, onDone }: ActProps & { onDone(last: boolean): void }) {
  const { say } = useSay()
  const { busy, fault, run } = useCall(failed)
  const [sheet, setSheet] = useState(0),
    [picture, setPicture] = useState(''),
    [agreed, setAgreed] = useState(false)
  const clear = () => {
    setPicture('')
    setSheet(sheet + 1)
  }
  const sign = () =>
    run(async () => {
      const { last } = await call<{ last: boolean }>('sign', { link, pass: known.pass, consent: agreed ? 1 : 0, picture })
      onDone(last)
    })
  return (
    <section className="public-card">
      <h2>{say(words.write)}</h2>
      <span>
        {say(words.writeHint)} <b>{known.signerName}</b>
      </span>
      <Pad key={sheet} label={say(words.write)} onChange={setPicture} />
      <div className="public-row">
        <Button onClick={clear}>{say(words.clear)}</Button>
        <Button onClick={onBack}>{say(words.back)}</Button>
      </div>
      <Checkbox checked={agreed} onChange={(e) => setAgreed(e.target.checked)}>
        {say(words.consent)}
      </Checkbox>
      <Button size="large" type="primary" loading={busy} disabled={!picture || !agreed} onClick={() => void sign()}>
        {say(words.sign)}
      </Button>
      {fault}
    </section>
  )
}

function Refusing({ link, known, failed, onBack, onDone }: ActProps & { onDone(): void }) {
  const { say } = useSay()
  const { busy, fault, run, setFault } = useCall(failed)
  const [reason, setReason] = useState('')
  const refuse = () =>
    reason.trim().length < 2
      ? setFault(say(words.reasonNeeded))
      : run(async () => {
          await call('refuse', { link, pass: known.pass, reason })
          onDone()
        })
  return (
    <section className="public-card">
      <h2>{say(words.refuse)}</h2>
      <span>{say(words.refuseHint)}</span>
      <label>
        {say(words.reason)}
        <Input.TextArea rows={4} maxLength={200} value={reason} onChange={(e) => setReason(e.target.value)} />
      </label>
      <Flex vertical gap="small">
        <Button size="large" danger type="primary" loading={busy} onClick={() => void refuse()}>
          {say(words.confirmRefuse)}
        </Button>
        <Button onClick={onBack}>{say(words.stay)}</Button>
      </Flex>
      {fault}
    </section>
  )
}
