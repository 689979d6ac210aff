import { both } from '../../../kit/model/lang.ts'
import { problems } from '../../../kit/model/problem.ts'
import type { Ctx } from '../../../kit/server/ctx.server.ts'
import * as rows from '../../../kit/server/rows.server.ts'
import { extension_household, YB } from '../../../land/definitions/extension.ts'
import type { ImportWriting, RowValues } from '../../../services/exchange/imports/writers.server.ts'
import { extensionList } from './list.ts'
import { submitSurvey } from './survey.server.ts'

/** A survey that says all of this is finished. */
const WHOLE = ['wish', 'ybddlx', 'surveyDay', 'surveyor'] as const

/** Surveys from a workbook: one row a household, written as its form would. What a row says of members and land is entered in the form alone. */
export const extensionImports: NonNullable<ImportWriting['own']> = {
  [extension_household.name]: {
    paths: [`${extensionList.path}/submit`],
    save: (ctx: Ctx, values: RowValues, before?: RowValues) => {
      rows.requirePerm(ctx, extension_household, 'edit')
      const all = { ...before, ...values }
      const finished = WHOLE.every((n) => all[n]) ? { finished: '1' } : {}
      return submitSurvey(ctx, { ...values, ...finished, cbfbm: before?.cbfbm ?? values.cbfbm })
    },
    async remove(ctx, row) {
      rows.requirePerm(ctx, extension_household, 'edit')
      if (row.ybStatus !== YB.survey && row.ybStatus !== YB.surveyed) throw problems.notAllowedNow(both('撤回该户的摸底', 'take the survey back'))
      await rows.erase(ctx, extension_household, [String(row.id)])
    },
  },
}
