import { z } from 'zod';
import { ForgottenPassword, SignInLink, SignInLinkSecret, SignInLinkUse } from '#contract/admin/sign-in-links.ts';
import { one } from '#contract/resource.ts';
import { inStrangersTurn } from '#server/admin/people/sign-in-limits.ts';
import { type Endpoint, endpoint } from '#server/platform/http/endpoint.ts';
import { requestReset } from './forgotten.ts';
import { readLink, useLink } from './links.ts';

/** Links with which a person without a sign-in sets a password. */
export const signInLinkEndpoints: Endpoint[] = [
  endpoint({
    method: 'post',
    path: '/auth/password/reset',
    summary: 'Mail a link for a new password to an account; the answer is the same without such an account',
    scope: 'public',
    body: ForgottenPassword,
    status: 204,
    response: z.null(),
    async handle(context, { body }) {
      await requestReset(context, body.login);
      return null;
    },
  }),
  endpoint({
    method: 'post',
    path: '/auth/link/look',
    summary: 'The person and the state of a link with which a password is set',
    scope: 'public',
    body: SignInLinkSecret,
    response: one(SignInLink),
    handle: async (context, { body }) => ({ data: await readLink(context, body.secret) }),
  }),
  endpoint({
    method: 'post',
    path: '/auth/link/use',
    summary: 'Set the password of the person of a link, once; every earlier sign-in ends',
    scope: 'public',
    body: SignInLinkUse,
    status: 204,
    response: z.null(),
    async handle(context, { body }) {
      await inStrangersTurn(context.ip, () => useLink(context, body.secret, body.password));
      return null;
    },
  }),
];
