-- Services that tell who somebody is speak three protocols: OpenID Connect, WeCom, DingTalk.
alter table "oauth_source" add column "category" varchar(40), add column "agentId" varchar(60), add column "pageUrl" varchar(500);
update "oauth_source" set "category" = 'oidc';
