import { CopyOutlined } from '@ant-design/icons'
import { Button, Flex, Input, Select, Space, type GetRef } from 'antd'
import { useRef, useState } from 'react'
import { Dialog, Foot, useToast } from '../../kit/web/dialogs.web.tsx'
import { phrases } from '../../kit/web/phrases.ts'
import { useSession } from '../../kit/web/session.web.ts'
import { useSay } from '../../kit/web/words.web.ts'
import { placeOfCode } from './codes.ts'
import { IC_TYPES, type IcType, type DevicePart } from './device.ts'
import type { Camera } from './useCamera.web.ts'
import type { PartAct, FoundDevices, DeviceParts } from './useParts.web.ts'
import { words } from './words.ts'

/** What is taken beside photos; only what the device has. Nothing at all where it has none of it. */
export function PartsBar({ camera, parts: p, mayAdd }: { camera: Camera; parts: DeviceParts; mayAdd: boolean }) {
  const { say } = useSay()
  const live = camera.source === 'device' && camera.ready
  const acts: readonly [act: PartAct & DevicePart, on: boolean, run: () => Promise<void>][] = [
    ['code', live, p.scan],
    ['pad', mayAdd, p.sign],
    ['fingerprint', mayAdd, p.finger],
    ['face', mayAdd, p.face],
  ]
  const there = acts.filter(([act]) => camera.parts.includes(act))
  const hasCards = camera.parts.includes('icCard')
  if (there.length === 0 && !hasCards) return null
  return (
    <Flex gap="small" wrap className="camera-parts">
      {there.map(([act, on, run]) => (
        <Button key={act} size="small" loading={p.busy === act} disabled={!on || (!!p.busy && p.busy !== act)} onClick={() => void run()}>
          {say(words.acts[act])}
        </Button>
      ))}
      {hasCards && <CardReader parts={p} />}
    </Flex>
  )
}
/** Reads an IC card of the kind that is chosen; its number is shown to be copied. Source: platform.md 7 (IC card type is 1 to 7). */
function CardReader({ parts: p }: { parts: DeviceParts }) {
  const { say } = useSay()
  const [type, setType] = useState<IcType>(1)
  return (
    <Space.Compact size="small">
      <Select
        aria-label={say(words.icType)}
        size="small"
        value={type}
        onChange={setType}
        options={IC_TYPES.map((t) => ({ value: t, label: `${say(words.icType)} ${t}` }))}
      />
      <Button size="small" loading={p.busy === 'icCard'} disabled={!!p.busy && p.busy !== 'icCard'} onClick={() => void p.icCard(type)}>
        {say(words.acts.icCard)}
      </Button>
    </Space.Compact>
  )
}

/** A text that the device read: to be corrected and copied; a code of the register leads to its screen, in a window of its own. */
export function FoundDialog({ of, onClose }: { of: FoundDevices; onClose(): void }) {
  const { say } = useSay()
  const { can } = useSession()
  const toast = useToast()
  const area = useRef<GetRef<typeof Input.TextArea>>(null)
  const [text, setText] = useState(of.text)
  const place = of.act === 'code' ? placeOfCode(text) : undefined
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text)
    } catch {
      // pages whose address is not trusted have no clipboard; what is selected can be copied all the same
      area.current?.focus({ cursor: 'all' })
      if (!document.execCommand('copy')) return toast.warn(words.notCopied)
    }
    toast.done(words.copied)
  }
  return (
    <Dialog open width={560} title={say(words.acts[of.act])} onCancel={onClose}>
      <Flex vertical gap="middle">
        <Input.TextArea
          ref={area}
          value={text}
          aria-label={say(words.acts[of.act])}
          autoSize={{ minRows: of.act === 'ocr' ? 6 : 2, maxRows: 16 }}
          onChange={(e) => setText(e.target.value)}
        />
        <Foot cancel={phrases.close} onCancel={onClose}>
          {place && can(place.perm) && (
            <Button href={place.path} target="_blank" rel="noopener">
              {say(place.open)}
            </Button>
          )}
          <Button type="primary" icon={<CopyOutlined />} onClick={() => void copy()}>
            {say(words.copy)}
          </Button>
        </Foot>
      </Flex>
    </Dialog>
  )
}
