import { Form, Radio } from 'antd'
import { useSay, useDict } from '../../kit/web/words.web.ts'
import type { PartProps } from '../cases/web/screen.web.ts'
import { words } from '../cases/web/words.ts'

/** The items of a type at the head of what they change: the same field as in the base part, one press away. */
export function ItemChoice({ about, editing, items }: Pick<PartProps, 'about' | 'editing'> & { items: readonly string[] }) {
  const { say } = useSay()
  const { label } = useDict('business_type')
  const base = Form.useFormInstance()
  if (editing !== 'all') return null
  return (
    <Radio.Group
      aria-label={say(words.item)}
      optionType="button"
      style={{ display: 'flex', flexWrap: 'wrap', rowGap: 8, marginBottom: 12 }}
      value={about.item}
      options={items.map((value) => ({ value, label: label(value) }))}
      onChange={(e) => base.setFieldValue('businessItemCode', e.target.value)}
    />
  )
}
