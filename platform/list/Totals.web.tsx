import { useQuery } from '@tanstack/react-query'
import { Button, Spin } from 'antd'
import { useState } from 'react'
import { labelOf } from '../../kit/model/field.ts'
import type { AnyResource } from '../../kit/model/resource.ts'
import { api } from '../../kit/web/client.web.ts'
import { useSay } from '../../kit/web/words.web.ts'
import { queryKeyOf } from '../../kit/web/keys.web.ts'
import { summedColumns } from './layout.ts'
import { summed, listPhrases as words } from './words.ts'

interface Answer {
  count?: number
  sums?: Readonly<Record<string, string>>
  why?: string
}
/** The call that adds a list up under these filters. */
export const totalsOf = (r: AnyResource, filters: Readonly<Record<string, unknown>>) => ({
  queryKey: queryKeyOf(r, 'totals', JSON.stringify(filters)),
  queryFn: () => api.get<Answer>(`${r.path.slice(1)}/totals`, filters as Record<string, string>),
})
interface TotalsProps {
  of: AnyResource
  /** what the rows are filtered by, as the call of the rows sends it */
  filters: Readonly<Record<string, unknown>>
}
/** How many rows a list has under its filters, and the sums of what they count and of their areas, asked for by a press; another question asks for another press. Source: rulings.md 61. */
export function Totals({ of: r, filters }: TotalsProps) {
  const { say } = useSay()
  const names = summedColumns(r)
  const asked = JSON.stringify(filters)
  const [wanted, setWanted] = useState<string>()
  const { data, isFetching } = useQuery({ ...totalsOf(r, filters), enabled: wanted === asked })
  if (names.length === 0) return null
  if (wanted !== asked)
    return (
      <Button type="link" size="small" onClick={() => setWanted(asked)}>
        {say(words.addUp)}
      </Button>
    )
  if (isFetching || !data) return <Spin size="small" />
  return (
    <span className="list-totals" role="status">
      {data.sums ? (
        <>
          <b>{say(summed(words.rows, String(data.count ?? '')))}</b>
          {names.map((n) => (
            <b key={n}>{say(summed(labelOf(r.fields[n]!), data.sums![n] ?? ''))}</b>
          ))}
        </>
      ) : (
        data.why
      )}
    </span>
  )
}
