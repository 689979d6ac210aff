// New contractors of an extension: who they are and which land they get.
import { PlusOutlined } from '@ant-design/icons'
import { Alert, Button, Card, Flex } from 'antd'
import { useSay } from '../../../kit/web/words.web.ts'
import type { Form } from '../../cases/definitions/business.ts'
import { formsIn } from '../../cases/definitions/form.ts'
import { ListFault } from '../../cases/web/Changes.web.tsx'
import { HouseholdPart } from '../../parts/HouseholdPart.web.tsx'
import { linesIn } from '../../cases/web/lines.web.ts'
import { Parcels } from '../../parts/Parcels.web.tsx'
import type { PartProps } from '../../cases/web/screen.web.ts'
import { ITEM } from './type.ts'
import { words } from './words.ts'

const nobody = () => undefined
const HEAD = { yhzgx: '02', cyzjlx: '1', sfgyr: '1' }
/** The next number that no row has. */
const nextNumber = (rows: readonly Form[]) => `N${Math.max(0, ...rows.map((x) => Number(String(x.bh ?? '').slice(1)) || 0)) + 1}`

export function AddedLines(props: PartProps) {
  const { form, onChange, editing, faults, about } = props
  const { say } = useSay()
  const fbfbm = typeof form.fbfbm === 'string' && form.fbfbm ? form.fbfbm : undefined
  const rows = formsIn(form.xz)
  const all = editing === 'all'
  if (about.item !== ITEM.changed) return <Alert type="info" showIcon title={say(words.addedElsewhere)} />
  if (!fbfbm) return <Alert type="info" showIcon title={say(words.choose)} />
  const set = (i: number, patch: Form) => onChange({ xz: rows.map((x, j) => (j === i ? { ...x, ...patch } : x)) })
  return (
    <Flex vertical gap="small">
      {all && rows.length > 0 && <Alert type="info" showIcon title={say(words.addedTerm)} />}
      {rows.map((x, i) => (
        <Card
          key={String(x.bh)}
          size="small"
          type="inner"
          title={say(words.addedNumber(String(x.bh)))}
          extra={
            all && (
              <Button type="link" size="small" danger onClick={() => onChange({ xz: rows.filter((o) => o !== x) })}>
                {say(words.out)}
              </Button>
            )
          }
        >
          <HouseholdPart
            {...props}
            name="cbf"
            onlyNew
            form={x}
            fbfbm={fbfbm}
            onApplicant={nobody}
            faults={faults.flatMap((f) => (f.field.startsWith(`xz.${i}.`) ? [{ ...f, field: f.field.slice(`xz.${i}.`.length) }] : []))}
            onChange={(patch) => set(i, patch)}
          />
          <ListFault faults={faults} at={`xz.${i}.cbf.cbfbm`} />
          <Parcels chosen={{ fbfbm, lines: linesIn(x.dk) }} editing={editing} onShow={props.onShow} onChange={(lines) => set(i, { dk: lines })} />
          <ListFault faults={faults} at={`xz.${i}.dk`} />
        </Card>
      ))}
      {all && (
        <Button
          type="dashed"
          block
          icon={<PlusOutlined />}
          onClick={() => onChange({ xz: [...rows, { bh: nextNumber(rows), cbf: { jtcyList: [HEAD] }, dk: [] }] })}
        >
          {say(words.add)}
        </Button>
      )}
    </Flex>
  )
}
