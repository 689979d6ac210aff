import { Alert, Button, Checkbox, Flex, QRCode, Radio, Upload } from 'antd'
import { useState } from 'react'
import { useSay } from '../../kit/web/words.web.ts'
import { useDesk } from '../../services/camera/desk.web.ts'
import { deviceService } from '../../services/camera/device.web.ts'
import { useDoing } from '../../services/camera/useDoing.web.ts'
import { Pad } from '../../platform/parts/Pad.web.tsx'
import { useAct } from '../../platform/parts/act.web.ts'
import type { DeskNode, Door, Known } from './desk.web.ts'
import { pngAddress, smallPhoto } from '../../services/files/picture.web.ts'
import { words } from '../acts/desk-words.ts'

/** Seconds that a person has at the pad, and at the reader of fingerprints. */
const WAIT = { pad: 60, finger: 20 } as const
type How = 'touch' | 'pad' | 'tablet'
const HOWS: readonly How[] = ['touch', 'pad', 'tablet']

interface WritingProps {
  door: Door
  of: DeskNode
  known: Known
  onBack(): void
  /** the node is compared anew */
  onAnew(): void
  onDone(): Promise<unknown>
}
/** The signer writes his name: on this screen, on the pad of the device, or on a tablet; what is kept beside it is taken here. */
export function DeskWriting({ door, of: n, known, onBack, onAnew, onDone }: WritingProps) {
  const { say } = useSay()
  const pad = useDesk('pad'),
    reader = useDesk('fingerprint')
  const { busy: waiting, doing } = useDoing<'pad' | 'fingerprint'>()
  const { busy, fault, run } = useAct()
  const [how, setHow] = useState<How>('touch'),
    [sheet, setSheet] = useState(0),
    [picture, setPicture] = useState(''),
    [bySeal, setBySeal] = useState(known.hasSeal),
    [consent, setConsent] = useState(false)
  const [finger, setFinger] = useState(''),
    [photo, setPhoto] = useState(''),
    [handed, setHanded] = useState<{ address: string; passUntil: string }>()
  const choose = (h: How) => {
    setHow(h)
    setPicture('')
  }
  const beside = () => ({ ...(n.hasSeal ? { bySeal: bySeal ? 1 : 0 } : {}), ...(finger ? { finger } : {}), ...(photo ? { photo } : {}) })
  const sign = () =>
    run(async () => {
      await door.sign(known, { consent: consent ? 1 : 0, picture, means: how, ...beside() })
      await onDone()
    })
  const handOver = () =>
    run(async () => {
      const { url, path, passUntil } = await door.tablet!(known, beside())
      setHanded({ address: url ?? new URL(path, window.location.origin).href, passUntil })
      await onDone()
    })
  const onPad = () =>
    doing('pad', async () => {
      const bytes = await deviceService(pad!).sign(WAIT.pad)
      return () => setPicture(pngAddress(bytes))
    })
  const onReader = () =>
    doing('fingerprint', async () => {
      const { bytes } = await deviceService(reader!).fingerprint(WAIT.finger)
      return () => setFinger(pngAddress(bytes))
    })
  const seal = n.hasSeal && (
    <Checkbox checked={bySeal} disabled={!!handed} onChange={(e) => setBySeal(e.target.checked)}>
      {say(words.bySeal)}
    </Checkbox>
  )
  if (handed)
    return (
      <Flex vertical gap="middle" align="center">
        <div role="img" aria-label={say(words.tablet)}>
          <QRCode value={handed.address} type="svg" size={240} color="#000000" bgColor="#ffffff" />
        </div>
        <span>{say(words.scan)}</span>
        <small>{`${say(words.until)} ${handed.passUntil.slice(0, 16)}`}</small>
        <Button onClick={onAnew}>{say(words.takeBack)}</Button>
      </Flex>
    )
  return (
    <Flex vertical gap="middle">
      <Radio.Group
        aria-label={say(words.how)}
        optionType="button"
        value={how}
        options={HOWS.filter((h) => (h !== 'pad' || pad !== undefined) && (h !== 'tablet' || door.tablet)).map((h) => ({ value: h, label: say(words[h]) }))}
        onChange={(e) => choose(e.target.value as How)}
      />
      {how === 'touch' && (
        <>
          <Pad key={sheet} label={say(words.signature)} onChange={setPicture} />
          <Flex justify="end">
            <Button
              onClick={() => {
                setPicture('')
                setSheet(sheet + 1)
              }}
            >
              {say(words.again)}
            </Button>
          </Flex>
        </>
      )}
      {how === 'pad' && (
        <Flex vertical gap="small" align="start">
          <Button loading={waiting === 'pad'} onClick={() => void onPad()}>
            {say(words.takePad)}
          </Button>
          {picture && (
            <img
              src={picture}
              alt={say(words.signature)}
              style={{ maxWidth: '100%', height: 160, background: '#fff', border: '1px dashed #5b626c', borderRadius: 8 }}
            />
          )}
        </Flex>
      )}
      {seal}
      <Flex gap="small" align="center" wrap>
        <span>{say(words.beside)}</span>
        {reader !== undefined && (
          <Button size="small" loading={waiting === 'fingerprint'} onClick={() => void onReader()}>
            {say(words.finger)}
          </Button>
        )}
        {finger && <Taken name={say(words.finger)} picture={finger} onDrop={() => setFinger('')} />}
        <Upload
          accept="image/*"
          showUploadList={false}
          beforeUpload={(file) => {
            void run(async () =>
              setPhoto(
                await smallPhoto(file).catch(() => {
                  throw new Error(say(words.noPhoto))
                }),
              ),
            )
            return false
          }}
        >
          <Button size="small">{say(words.photo)}</Button>
        </Upload>
        {photo && <Taken name={say(words.photo)} picture={photo} onDrop={() => setPhoto('')} />}
      </Flex>
      {how === 'tablet' ? (
        <Flex justify="end" gap="small">
          <Button onClick={onBack}>{say(words.back)}</Button>
          <Button type="primary" loading={busy} onClick={() => void handOver()}>
            {say(words.handOver)}
          </Button>
        </Flex>
      ) : (
        <>
          <Checkbox checked={consent} onChange={(e) => setConsent(e.target.checked)}>
            {say(words.consent)}
          </Checkbox>
          <Flex justify="end" gap="small">
            <Button onClick={onBack}>{say(words.back)}</Button>
            <Button type="primary" loading={busy} disabled={!picture || !consent} onClick={() => void sign()}>
              {say(words.sign)}
            </Button>
          </Flex>
        </>
      )}
      {fault && <Alert type="error" showIcon title={fault} />}
    </Flex>
  )
}

/** A picture that is kept beside a signature, and takes back. */
function Taken({ name, picture, onDrop }: { name: string; picture: string; onDrop(): void }) {
  const { say } = useSay()
  return (
    <Flex gap={4} align="center">
      <img src={picture} alt={name} style={{ height: 40, borderRadius: 4 }} />
      <Button size="small" type="link" onClick={onDrop}>
        {say(words.drop)}
      </Button>
    </Flex>
  )
}
