import { Tag } from 'antd'
import { useDict } from '../../../kit/web/words.web.ts'
import { STATUS } from '../rules/flow.ts'

const COLOURS: Readonly<Record<string, string>> = {
  [STATUS.todo]: 'warning',
  [STATUS.doing]: 'processing',
  [STATUS.done]: 'success',
  [STATUS.revoked]: 'default',
}
/** Status of a business in its colour. */
export function StatusTag({ value }: { value: unknown }) {
  const { label } = useDict('business_status')
  return <Tag color={COLOURS[String(value)] ?? 'default'}>{label(value)}</Tag>
}
