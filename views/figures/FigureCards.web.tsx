import { useSay } from '../../kit/web/words.web.ts'
import { UNITS, type Analysis, type Indicator } from './indicators.ts'
import { NumberLink, type FigurePlace } from './NumberLink.web.tsx'
import './figures.css'

/** How many indicators, the first of their set, are written large. */
const LARGE = 6

interface FigureCardsProps {
  data: Pick<Analysis, 'total'>
  indicators: readonly (readonly [string, Indicator])[]
  at: FigurePlace
}
/** The indicators of the region itself, each the way to its rows: the first ones large, the others in lines, so that all are seen before the charts. */
export function FigureCards({ data, indicators, at }: FigureCardsProps) {
  const { say } = useSay()
  const figures = (list: FigureCardsProps['indicators']) =>
    list.map(([key, i]) => (
      <div key={key}>
        <dt>{say(i.label)}</dt>
        <dd>
          <NumberLink value={data.total[key]} unit={i.unit} label={say(i.label)} rows={i.rows} at={at} />
          {i.unit !== 'percent' && <small>{say(UNITS[i.unit])}</small>}
        </dd>
      </div>
    ))
  return (
    <>
      <dl className="figures-large">{figures(indicators.slice(0, LARGE))}</dl>
      {indicators.length > LARGE && <dl className="figures-lines">{figures(indicators.slice(LARGE))}</dl>}
    </>
  )
}
