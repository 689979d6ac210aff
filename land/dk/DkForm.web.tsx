import { Alert, Button, Divider, Flex, Form, Spin } from 'antd'
import { FormItems, groupsOf, type ResourceFormProps } from '../../kit/web/ResourceForm.web.tsx'
import type { Page } from '../../kit/model/page.ts'
import type { Field } from '../../kit/model/field.ts'
import type { AnyResource } from '../../kit/model/resource.ts'
import { m2, toMu } from '../definitions/area.ts'
import { api } from '../../kit/web/client.web.ts'
import { useToast } from '../../kit/web/dialogs.web.tsx'
import { usePageState, useSession } from '../../kit/web/session.web.ts'
import { useSay } from '../../kit/web/words.web.ts'
import { useState } from 'react'
import type { EditorValue } from '../map/web/ParcelEditor.web.tsx'
import { History, words as historyWords } from '../parts/History.web.tsx'
import { FbfItem, LandForm } from '../parts/LandForm.web.tsx'
import { LockedNote, useLocked } from '../parts/Locked.web.tsx'
import { words } from '../definitions/words.ts'
import { dk } from '../definitions/dk.ts'
import { RestrictionsOf } from '../restriction/RestrictionsOf.web.tsx'
import { words as restrictionWords } from '../restriction/words.ts'
import { keyPoints, type KeyPoint } from './key-points.ts'
import { ShapePanel, useAround } from './Shape.web.tsx'

const groups = groupsOf(dk).map((g) => ({ key: g.key, names: g.names.filter((n) => n !== 'fbfbm' && n !== 'geom') }))
const SIDES = { dkdz: 'east', dkxz: 'west', dknz: 'south', dkbz: 'north' } as const

/** A parcel: its outline on the map, and the areas, sides and key points that follow from it. Source: screens.md B3. */
export function DkForm(props: ResourceFormProps) {
  const { mode, row } = props
  const { say } = useSay()
  const { can } = useSession()
  const { search } = usePageState()
  const toast = useToast()
  const [form] = Form.useForm()
  const [drawn, setDrawn] = useState<EditorValue>()
  const view = mode === 'view'
  const locked = useLocked(dk, props)
  // the shape and what follows from it stand as they are registered
  const still = view || locked.isLocked
  const fbfbm = Form.useWatch('fbfbm', form) as string | undefined
  const around = useAround({ ...(row?.geom ? { wkt: String(row.geom) } : {}), ...(fbfbm ? { fbfbm } : {}) })
  // imported parcels lack who showed the boundary: the holder is proposed
  const lacking = mode === 'edit' && !locked.isLocked && !row?.zjrxm && row?.cbfmc ? { ...row, zjrxm: row.cbfmc } : row
  const asked: AnyResource =
    mode === 'edit' && !locked.isLocked && !row?.zjrxm
      ? { ...dk, fields: { ...dk.fields, zjrxm: { ...dk.fields.zjrxm, required: false } as Field } }
      : locked.of
  const change = (v: EditorValue) => {
    setDrawn(v)
    form.setFieldsValue({ geom: v.wkt, ...(v.scmj ? { scmj: v.scmj, scmjm: v.scmjm } : {}) })
    props.unsaved?.set(true)
  }
  const fillSides = () => {
    const near = drawn?.neighbours
    const nameOf = (id: string | undefined) => {
      const n = around.data?.find((x) => x.dkbm === id)
      return n ? n.cbfmc || n.dkmc : undefined
    }
    const found = Object.entries(SIDES).flatMap(([n, side]) => {
      const name = nameOf(near?.[side])
      return name ? [[n, name]] : []
    })
    if (found.length === 0) return toast.warn(near ? words.noSides : words.noShape)
    form.setFieldsValue(Object.fromEntries(found))
    props.unsaved?.set(true)
  }
  const fillKeys = async () => {
    const wkt = form.getFieldValue('geom') as string | undefined
    if (!wkt) return toast.warn(words.noShape)
    // a changed outline has no stored points yet
    const stored =
      row?.dkbm && wkt === row.geom ? (await api.get<Page<KeyPoint>>('base-dlxx/jzd/page', { dkbm: String(row.dkbm), current: 1, size: 500 })).records : []
    form.setFieldValue('kjzb', keyPoints(wkt, stored) || keyPoints(wkt, []))
    props.unsaved?.set(true)
  }
  // both areas are typed in either unit: 1 mu = 2000/3 m²
  const link = () => {
    const typed = String(form.getFieldValue('scmj') ?? '')
    if (/^\d+(\.\d{1,2})?$/.test(typed)) form.setFieldValue('scmjm', toMu(m2(typed)))
  }
  const aids: Record<string, React.ReactNode> = {
    sides: <Button onClick={fillSides}>{say(words.fillSides)}</Button>,
    space: <Button onClick={() => void fillKeys().catch(() => undefined)}>{say(words.fillKeys)}</Button>,
  }
  if (locked.isLoading) return <Spin />
  return (
    <LandForm
      {...props}
      {...(lacking ? { row: lacking } : {})}
      of={asked}
      form={form}
      also={() => (drawn?.others.length ? { others: drawn.others } : {})}
      onWrong={(f) => form.scrollToField(f, { focus: true })}
    >
      <LockedNote standing={locked.standing} code={row?.cbfbm} own={['dk', row?.dkbm]} />
      <FbfItem of={dk} fixed={mode !== 'add'} />
      <Form.Item
        name="geom"
        noStyle
        rules={
          still
            ? []
            : [
                {
                  validator: async (_r, v) => {
                    if (!v) throw new Error(say(dk.fields.geom.requiredMessage!))
                    if (drawn?.errors.length) throw new Error(say(words.wrongShape))
                  },
                },
              ]
        }
      >
        <ShapePanel id={String(row?.dkbm ?? 'new')} view={still} around={around} onDrawn={change} {...(row?.geom ? { start: String(row.geom) } : {})} />
      </Form.Item>
      <Form.Item noStyle shouldUpdate>
        {() => <Form.ErrorList errors={form.getFieldError('geom')} />}
      </Form.Item>
      {drawn && drawn.others.length > 0 && <Alert type="warning" showIcon title={say(words.others)} />}
      <div
        onBlur={(e) => {
          if ((e.target as HTMLElement).id === 'dk-form_scmj') link()
        }}
      >
        {groups.map((g) => (
          <section key={g.key} aria-label={say(dk.groups![g.key]!)}>
            <Flex align="center" gap="small">
              <Divider titlePlacement="start" style={{ flex: 1, minWidth: 0 }}>
                {say(dk.groups![g.key]!)}
              </Divider>
              {!still && aids[g.key]}
            </Flex>
            <FormItems of={asked} only={g.names} disabled={view} loaded={row} />
          </section>
        ))}
      </div>
      {mode !== 'add' && can('restriction_view') && (
        <section aria-label={say(restrictionWords.restrictions)}>
          <Divider titlePlacement="start">{say(restrictionWords.restrictions)}</Divider>
          <RestrictionsOf code={String(row?.dkbm)} asOf={search.asOf} />
        </section>
      )}
      {view && (
        <section aria-label={say(historyWords.history)}>
          <Divider titlePlacement="start">{say(historyWords.history)}</Divider>
          <History of={dk} code="dkbm" value={String(row?.dkbm)} />
        </section>
      )}
    </LandForm>
  )
}
