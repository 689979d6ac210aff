import { both as p } from '../../../../kit/model/lang.ts'

/** Words of the guest's registration. Source: platform.md 5 (Registration). */
export const registerWords = {
  title: p('注册', 'Register'),
  link: p('没有账号？注册', 'No account? Register'),
  tenant: p('租户编号', 'Tenant id'),
  name: p('姓名', 'Name'),
  account: p('账号', 'Account'),
  password: p('密码', 'Password'),
  password2: p('确认密码', 'Confirm password'),
  needTenant: p('请先输入租户编号', 'Please enter the tenant id'),
  needName: p('请输入用户姓名', 'Please enter your name'),
  needAccount: p('请先输入账号名称', 'Please enter the account'),
  needPassword: p('请先输入密码', 'Please enter the password'),
  differ: p('两次密码输入不一致', 'The passwords differ'),
  failed: p('提交失败', 'The registration failed'),
  done: p('已提交注册，账号可用时请等待管理员审核', 'Your registration was sent. If the account is free, an administrator will approve it.'),
} as const
