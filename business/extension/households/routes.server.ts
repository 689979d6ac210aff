import { dict, flag, int, json, note, text } from '../../../kit/model/field.ts'
import type { Fields } from '../../../kit/model/resource.ts'
import { answering, asFile, reading, route, type Route, type Run, type Slice } from '../../../kit/server/route.server.ts'
import { extension_household } from '../../../land/definitions/extension.ts'
import type { Registry } from '../../cases/handling/handling.server.ts'
import { countHouseholds, householdDetail, householdPage, LIST_NAMES } from './households.server.ts'
import { extensionList } from './list.ts'
import { sample } from './sample.server.ts'
import { startExtension, whyNotStarted } from './start.server.ts'
import { setAside, submitSurvey, takeBackAside } from './survey.server.ts'

const look = reading('land', 'extension_household_view')
const AT = extensionList.path
const F = extension_household.fields
const CODES = text('农户', { en: 'Households', max: 4000 })
const act = <B extends Fields>(
  verb: string,
  summary: string,
  o: Pick<Route, 'perm' | 'audit' | 'answer'> & { body: B; run: Run<never, NoInfer<B>, 'POST'> },
): Route => route({ method: 'POST', path: `${AT}/${verb}`, scope: 'land', summary, ...o })

/** Households of the extension campaign. Source: screens.md D1; business-flows.md 9.3. */
export const extensionSlice = (of: Registry): Slice => ({
  name: 'extension',
  resources: [extension_household],
  routes: [
    answering(
      look(`${AT}/page`, '延包农户分页', [...LIST_NAMES, 'current', 'size'], (ctx, q) => householdPage(ctx, q, (list) => whyNotStarted(of, ctx, list))),
      { as: 'page', of: extensionList.fields, also: ['id', 'zt', ...extensionList.derived!] },
    ),
    look(`${AT}/count`, '延包农户按状态计数', LIST_NAMES, countHouseholds),
    look(`${AT}/detail`, '延包农户详情', ['id'], (ctx, q) => householdDetail(ctx, q.id)),
    {
      method: 'POST',
      path: `${AT}/submit`,
      perm: 'extension_household_edit',
      scope: 'land',
      audit: 'extension_household.save',
      summary: '保存摸底',
      body: {
        cbfbm: F.cbfbm,
        wish: F.wish,
        ybddlx: F.ybddlx,
        surveyDay: F.surveyDay,
        surveyor: F.surveyor,
        landNote: F.landNote,
        tags: text('标签', { en: 'Tags', max: 200 }),
        survey: json('摸底结果', { en: 'Findings' }),
        finished: flag('摸底完成', { en: 'Finished' }),
      },
      answer: 'id',
      // whoever saves by a form says what he saw, or that there was nothing
      run: (ctx, input) => submitSurvey(ctx, { ...input, rev: input.rev ?? null }),
    },
    act('set-aside', '标记不延包或暂缓', {
      perm: 'extension_household_edit',
      audit: 'extension_household.aside',
      body: {
        cbfbms: CODES,
        ybStatus: dict('办理状态', 'yb_status', { en: 'State', required: true }),
        reasonTag: F.reasonTag,
        reason: note('原因', { en: 'Reason', max: 254 }),
        decider: F.decider,
      },
      answer: 'nothing',
      run: setAside,
    }),
    act('take-back', '撤回不延包或暂缓', {
      perm: 'extension_household_edit',
      audit: 'extension_household.back',
      body: { cbfbms: CODES, reason: note('原因', { en: 'Reason', max: 254 }) },
      answer: 'nothing',
      run: takeBackAside,
    }),
    act('start', '发起延包', {
      perm: 'business_add',
      audit: 'extension_household.start',
      body: {
        cbfbms: CODES,
        regionCode: text('行政区划', { en: 'Region', max: 14 }),
        fbfbm: text('发包方编码', { en: 'Issuer code', max: 14 }),
        as: text('受理方式', { en: 'As', max: 1 }),
      },
      answer: { as: 'row', of: { households: int('户数'), businessIds: json('业务'), left: json('未发起') } },
      run: (ctx, input) => startExtension(of, ctx, input),
    }),
    asFile(look(`${AT}/example/download`, '下载摸底调查表', ['cbfbms'], sample), 'extension_household.download'),
  ],
})
