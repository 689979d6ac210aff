import { useOpenPage } from '../../../kit/web/open-page.web.ts'
import { Button } from 'antd'
import { useSession } from '../../../kit/web/session.web.ts'
import { useSay } from '../../../kit/web/words.web.ts'
import { CaseBlocker } from '../../cases/web/form/Hindrance.web.tsx'
import { words } from './words.ts'

/** Said under the issuer before anything is chosen: nothing can be extended without its plan, and where one is recorded. */
export function NoPlan({ fbfbm }: { fbfbm: string }) {
  const { say } = useSay()
  const { can } = useSession()
  const openPage = useOpenPage()
  const makes = can('making_plan_add')
  const sees = makes || can('making_plan_view')
  // what is typed stays behind the tag of this page
  const go = () => (sees ? openPage('/extension/plan', makes ? { open: `add.${fbfbm}` } : { fbfbm }) : openPage('/land/fbf', { list: 'rounds', fbfbm }))
  return (
    <CaseBlocker
      field="fbfbm"
      style={{ marginTop: 8 }}
      title={say(words.noPlan)}
      description={say(words.noPlanHow)}
      action={
        (sees || can('fbf_plan_view')) && (
          <Button size="small" onClick={go}>
            {say(makes ? words.toPlan : sees ? words.seePlan : words.seeRounds)}
          </Button>
        )
      }
    />
  )
}
