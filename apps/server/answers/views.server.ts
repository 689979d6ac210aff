import { data, list, object, type Answers } from '../answer-schemas.server.ts'

/** Indicators of a region and its children, and what its rows are divided by. */
const ANALYSIS = data(
  object(
    { text: 'asOf regionCode unit', int: 'level', map: 'total' },
    { children: list(object({ text: 'regionCode regionName', bool: 'self', map: 'values' })), series: list(object({ text: 'name', list: 'points' })) },
  ),
)

/** Answers of figures, of the watch and of the wall. */
export const viewsAnswers: Answers = {
  'POST /data/board/place': data(object({ int: 'version' })),
  'POST /data/board/restore': data(object({ int: 'version' })),
  'GET /data/figure-mail/people': data(list(object({ text: 'id name' }))),
  'GET /data/board/mine': data(list(object({ text: 'id name' }))),
  'GET /data/board/show': data(
    object(
      { text: 'asOf regionCode unit id name', int: 'version' },
      {
        panels: list(
          object(
            { text: 'set key shape state', int: 'x y w h', number: 'value', list: 'parts' },
            { regions: list(object({ text: 'regionCode regionName', number: 'value' })) },
          ),
        ),
      },
    ),
  ),
  'GET /watch/finding/parcels': data(object({ bool: 'more' }, { records: list(object({ text: 'dkbm severity finding' })) })),
  'GET /watch/finding/doubles': data(
    object(
      { int: 'total' },
      {
        records: list(
          object({ text: 'name number' }, { stands: list(object({ text: 'cbfId cbfbm cbfmc cyxm cyxb yhzgx sfgyr cybz djzt htzmjm', int: 'cbdkzs' })) }),
        ),
      },
    ),
  ),
  'GET /watch/health': data(
    object(
      { text: 'health', int: 'objects errors warnings total' },
      {
        days: list(object({ text: 'day health', int: 'objects errors warnings' })),
        issuers: list(object({ text: 'fbfbm fbfmc regionCode health', int: 'objects errors warnings' })),
      },
    ),
  ),
  'GET /watch/quality': data(
    object(
      { text: 'asOf regionCode unit' },
      {
        rules: list(object({ text: 'rule severity', int: 'n' })),
        total: object({ text: 'health', int: 'objects errors warnings' }),
        children: list(object({ text: 'regionCode regionName health', bool: 'self', int: 'objects errors warnings' })),
        issuers: list(object({ text: 'fbfbm fbfmc regionCode health', int: 'objects errors warnings' })),
      },
    ),
  ),
  'GET /watch/state': data(
    object(
      { text: 'regionCode' },
      { last: object({ text: 'jobId regionCode status step message mode begun ended', int: 'percent done total looked found closed' }) },
    ),
  ),
  'GET /data/statistics/home': data(
    object(
      { text: 'asOf regionCode unit until', list: 'children', number: 'finishRate signRate onlineRate workdays', int: 'revokeRate days ninetieth overdue' },
      {
        total: object({
          int: 'fbf cbf1 cbf2 cbf3 jt jtg dkc dkn cbht cert bdc todo doing done revoked accepted signed issued ended endedArea ending renewed renewedArea',
          number: 'dkcArea dknArea jbntArea htArea endingArea',
        }),
        types: list(object({ text: 'key', map: 'values' })),
        tasks: list(object({ text: 'key', map: 'values' })),
        dwell: list(object({ text: 'key', map: 'values' })),
        oldest: list(object({ text: 'id businessCode businessTypeCode task received due', int: 'age' })),
        late: list(object({ text: 'id businessCode businessTypeCode task received due', int: 'age' })),
        signStatus: list(object({ text: 'key', map: 'values' })),
        signWay: list(object({ text: 'key', map: 'values' })),
        years: list(object({ text: 'key', map: 'values' })),
        areas: list(object({ text: 'key', map: 'values' })),
        parcels: list(object({ text: 'key', map: 'values' })),
        months: list(object({ text: 'month', map: 'values' }, { before: object({ int: 'accepted done revoked signed issued' }) })),
      },
    ),
  ),
  'GET /dzzw/land-book': data(
    object(
      { text: 'asOf regionCode unit from to opening closing difference' },
      {
        came: list(object({ text: 'way mu', int: 'n' })),
        went: list(object({ text: 'way mu', int: 'n' })),
        within: object({ text: 'way mu', int: 'n' }),
        acts: list(object({ text: 'type got gave within', int: 'n' })),
      },
    ),
  ),
  'GET /dzzw/population': data(object({ text: 'asOf regionCode unit', map: 'values' })),
  'GET /dzzw/population/rows': data(
    object({ int: 'total' }, { records: list(object({ text: 'id cbfId cbfbm cbfmc cyxm cyxb yhzgx cyzjlx cyzjhm sfgyr cybz living djzt' })) }),
  ),
  'GET /dzzw/land-book/rows': data(
    object({ int: 'total' }, { records: list(object({ text: 'day type cause businessCode dkbm giver taker gave got net way' })) }),
  ),
  'GET /dzzw/analyze/dk': ANALYSIS,
  'GET /dzzw/analyze/cbdk': ANALYSIS,
  'GET /dzzw/analyze': ANALYSIS,
  'GET /dzzw/statistics': ANALYSIS,
  'GET /ybProcess/common/progress': ANALYSIS,
  'GET /dzzw/analyze/htqd/renew': ANALYSIS,
  'GET /data/statistics/outlines': data(list(object({ text: 'code', list: 'coordinates' }))),
  'GET /data/statistics/large': data(
    object(
      { text: 'asOf regionCode regionName unit', list: 'grades purposes' },
      {
        cards: object({ int: 'issuers households parcels', number: 'area' }),
        types: list(object({ text: 'type', map: 'values' })),
        months: list(object({ text: 'month', int: 'accepted done signed' })),
        regions: list(object({ text: 'regionCode regionName', bool: 'self', number: 'area signRate renewRate' })),
        ticker: list(object({ text: 'type name regionName day' })),
        funnel: object({ int: 'contracts due begun finished renewed' }),
        ways: list(object({ text: 'key', int: 'n' })),
        push: object({ int: 'waiting arrived failed disposed' }),
      },
    ),
  ),
}
