import { both as w } from '../../../../kit/model/lang.ts'

/** Words of the page that asks whether an application may use an account. */
export const consentWords = {
  asks: (client: string) => w(`应用“${client}”申请使用您的账号登录`, `The application “${client}” asks to use your account`),
  what: (name: string, site: string, all: boolean) =>
    w(
      `您以${name}的身份登录。同意后将前往 ${site}，该应用可${all ? '查询和办理您有权限的业务' : '查询您有权限的数据'}。`,
      `You are signed in as ${name}. It leads to ${site}; the application may ${all ? 'see and do what you may' : 'see what you may see'}.`,
    ),
  agree: w('同意', 'Agree'),
  refuse: w('拒绝', 'Refuse'),
}
