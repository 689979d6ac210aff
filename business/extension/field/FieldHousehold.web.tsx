import { AimOutlined } from '@ant-design/icons'
import { Alert, Button, Flex, Form, Input, InputNumber, Tabs, Tag } from 'antd'
import { useMemo, useState } from 'react'
import { dict } from '../../../kit/model/field.ts'
import { ClearSelect } from '../../../kit/web/clear.web.tsx'
import { useToast } from '../../../kit/web/dialogs.web.tsx'
import { DictInput } from '../../../kit/web/inputs.web.tsx'
import { today } from '../../../kit/web/clock.web.ts'
import { useSession } from '../../../kit/web/session.web.ts'
import { useDict, useSay } from '../../../kit/web/words.web.ts'
import { extension_household } from '../../../land/definitions/extension.ts'
import type { Safe } from '../../../platform/offline/safe.web.ts'
import { useAct } from '../../../platform/parts/act.web.ts'
import { Pad } from '../../../platform/parts/Pad.web.tsx'
import { smallPhoto } from '../../../services/files/picture.web.ts'
import { SurveyForm } from '../households/SurveyForm.web.tsx'
import { FIELD_KIND, type FieldContent } from './field.ts'
import { keepItem, type ItemNote, type PhoneSurveys } from './kept-survey.web.ts'
import { HouseholdLand, hereNow } from './FieldMap.web.tsx'
import type { SurveySaid } from './taken.ts'
import { fieldWords as words } from './words.ts'
import './field.css'

const PAPER = dict('材料类别', 'attach_kind', { en: 'Kind of paper' })
type OfPhone = PhoneSurveys['households'][number]
interface FieldHouseholdProps {
  safe: Safe
  of: OfPhone
  /** what else lies on the phone */
  around: readonly OfPhone[]
  notes: readonly ItemNote[]
  onBack(): void
  onChange(): Promise<unknown>
}
/** One household on the phone: its survey, its land, and what is collected beside. Each act is kept as an item of the outbox. */
export function FieldHousehold({ safe, of: h, around, notes, onBack, onChange }: FieldHouseholdProps) {
  const { say } = useSay()
  const toast = useToast()
  const kind = useDict('field_kind')
  const keep = async (which: string, content: FieldContent, picture?: string) => {
    await keepItem(safe, h, which, { content, ...(picture ? { picture } : {}) })
    await onChange()
    toast.done(words.kept)
  }
  return (
    <section className="public-card field-household">
      <Flex gap="small" align="center" wrap>
        <Button onClick={onBack}>{say(words.back)}</Button>
        <b>{h.cbfmc}</b>
        <small>{h.cbfbm}</small>
      </Flex>
      <Alert type="warning" showIcon title={say(words.notInForce)} />
      {h.closed && <Alert type="error" showIcon title={h.closed} />}
      <Flex gap={4} wrap>
        {notes.map((n) => (
          <Tag key={n.itemId} color={n.fate === 'accepted' ? 'success' : 'warning'}>
            {kind.label(n.kind)} {say(words.fate[n.fate])}
          </Tag>
        ))}
      </Flex>
      <Tabs
        // all of them in sight on a phone
        tabBarGutter={14}
        items={[
          { key: 'survey', label: say(words.survey), children: <Survey of={h} onKeep={(c) => keep(FIELD_KIND.survey, c)} /> },
          { key: 'land', label: say(words.land), children: <HouseholdLand safe={safe} of={h} around={around} /> },
          { key: 'papers', label: say(words.papers), children: <Papers onKeep={(c, p) => keep(FIELD_KIND.paper, c, p)} /> },
          { key: 'boundary', label: say(words.boundary), children: <Boundary of={h} onKeep={(c) => keep(FIELD_KIND.boundary, c)} /> },
          { key: 'signature', label: say(words.signature), children: <Signature of={h} onKeep={(c, p) => keep(FIELD_KIND.signature, c, p)} /> },
        ]}
      />
    </section>
  )
}

/** The form of the desk over what stands on the phone. */
function Survey({ of: h, onKeep }: { of: OfPhone; onKeep(c: FieldContent): Promise<unknown> }) {
  const { user } = useSession()
  const row = useMemo(
    () => ({
      ...h.said,
      id: h.id,
      cbfbm: h.cbfbm,
      ybStatus: h.ybStatus,
      members: h.members,
      parcels: h.parcels,
      surveyDay: h.said.surveyDay ?? today(),
      surveyor: h.said.surveyor ?? user?.real_name ?? null,
    }),
    [h],
  )
  const submit = (v: Record<string, unknown>) => {
    const { cbfbm: _, rev: __, id: ___, ...said } = v
    return onKeep(said as SurveySaid & { finished?: number })
  }
  return <SurveyForm of={extension_household} mode={h.closed ? 'view' : 'edit'} row={row} onSubmit={submit} />
}

/** Photos of papers, each of its kind. */
function Papers({ onKeep }: { onKeep(c: FieldContent, picture: string): Promise<unknown> }) {
  const { say } = useSay()
  const [paperKind, setKind] = useState<string>()
  const { busy, fault, run } = useAct()
  const shoot = (file: File | undefined) =>
    run(async () => {
      if (!paperKind) throw new Error(say(words.askPaperKind))
      if (!file) return
      const picture = await smallPhoto(file).catch(() => {
        throw new Error(say(words.noPicture))
      })
      await onKeep({ paperKind }, picture)
    })
  return (
    <Flex vertical gap="small">
      <DictInput field={PAPER} value={paperKind} onChange={(v: unknown) => setKind(v ? String(v) : undefined)} aria-label={say(words.paperKind)} />
      <label className="field-shoot">
        {say(words.shoot)}
        <input
          type="file"
          accept="image/*"
          capture="environment"
          disabled={busy}
          aria-label={say(words.shoot)}
          onChange={(e) => {
            void shoot(e.target.files?.[0])
            e.target.value = ''
          }}
        />
      </label>
      {fault && <Alert type="error" showIcon title={fault} />}
    </Flex>
  )
}

/** A point and what is said of it. */
function Boundary({ of: h, onKeep }: { of: OfPhone; onKeep(c: FieldContent): Promise<unknown> }) {
  const { say } = useSay()
  const [form] = Form.useForm()
  const { busy, fault, run } = useAct()
  const here = () =>
    run(async () => {
      const { coords } = await hereNow().catch(() => {
        throw new Error(say(words.noPlace))
      })
      form.setFieldsValue({ lon: Number(coords.longitude.toFixed(7)), lat: Number(coords.latitude.toFixed(7)) })
    })
  const keep = (v: { dkbm?: string; lon: number; lat: number; note: string }) =>
    run(async () => {
      await onKeep({ dkbm: v.dkbm ?? null, lon: v.lon, lat: v.lat, note: v.note })
      form.resetFields()
    })
  const place = [{ required: true, message: say(words.askPlace) }]
  return (
    <Form form={form} name="boundary" layout="vertical" onFinish={(v: { lon: number; lat: number; note: string }) => void keep(v)}>
      <Form.Item name="dkbm" label={say(words.parcel)}>
        <ClearSelect options={h.parcels.map((p) => ({ value: p.dkbm, label: `${p.dkbm.slice(-5)} ${p.dkmc}` }))} />
      </Form.Item>
      <Flex gap="small" wrap align="end">
        <Form.Item name="lon" label={say(words.lon)} rules={place}>
          <InputNumber min={73} max={136} step={0.000001} inputMode="decimal" />
        </Form.Item>
        <Form.Item name="lat" label={say(words.lat)} rules={place}>
          <InputNumber min={3} max={54} step={0.000001} inputMode="decimal" />
        </Form.Item>
        <Form.Item label=" ">
          <Button icon={<AimOutlined />} onClick={() => void here()}>
            {say(words.here)}
          </Button>
        </Form.Item>
      </Flex>
      <Form.Item name="note" label={say(words.remark)} rules={[{ required: true, whitespace: true, message: say(words.askRemark) }]}>
        <Input.TextArea rows={3} maxLength={254} showCount />
      </Form.Item>
      {fault && (
        <Form.Item>
          <Alert type="error" showIcon title={fault} />
        </Form.Item>
      )}
      <Button type="primary" block htmlType="submit" loading={busy}>
        {say(words.keep)}
      </Button>
    </Form>
  )
}

/** The name by hand of who was asked. */
function Signature({ of: h, onKeep }: { of: OfPhone; onKeep(c: FieldContent, picture: string): Promise<unknown> }) {
  const { say } = useSay()
  const [signer, setSigner] = useState(h.cbfmc)
  const [picture, setPicture] = useState('')
  const [sheet, setSheet] = useState(0)
  const { busy, fault, run } = useAct()
  const clear = () => {
    setPicture('')
    setSheet((n) => n + 1)
  }
  const keep = () =>
    run(async () => {
      if (!picture || !signer.trim()) throw new Error(say(words.askSigner))
      await onKeep({ signer: signer.trim() }, picture)
      clear()
    })
  return (
    <Flex vertical gap="small">
      <Input value={signer} maxLength={50} placeholder={say(words.signer)} aria-label={say(words.signer)} onChange={(e) => setSigner(e.target.value)} />
      <Pad key={sheet} label={say(words.sheet)} onChange={setPicture} />
      {fault && <Alert type="error" showIcon title={fault} />}
      <Flex gap="small">
        <Button onClick={clear}>{say(words.clear)}</Button>
        <Button type="primary" style={{ flex: 1 }} loading={busy} onClick={() => void keep()}>
          {say(words.keep)}
        </Button>
      </Flex>
    </Flex>
  )
}
