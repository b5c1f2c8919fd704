import { z } from 'zod';
import type { accounts } from '#contract/admin/accounts.ts';
import { Proof } from '#contract/admin/auth.ts';
import { type employees, PasswordChange } from '#contract/admin/employees.ts';
import { PersonalData } from '#contract/admin/personal-data.ts';
import { INVITATION_DAYS, Invitation, InvitationCreate } from '#contract/admin/sign-in-links.ts';
import { one } from '#contract/resource.ts';
import { type Endpoint, endpoint } from '#server/platform/http/endpoint.ts';
import { create, get } from '#server/platform/resource/crud.ts';
import { clientContextOf, ofInstallation } from '#server/platform/resource/installation.ts';
import { resourceEndpoints } from '#server/platform/resource/resource.ts';
import { anyTable, type Table } from '#server/platform/resource/table.ts';
import { resetSecondFactor, setPassword } from './auth/passwords.ts';
import { demandProof } from './auth/proof.ts';
import { erasePerson } from './personal-data/erase.ts';
import { exportOf } from './personal-data/holdings.ts';
import { invitePerson } from './sign-in-links/invite.ts';

interface People<R extends typeof accounts | typeof employees> {
  table: Table<R>;
  /** Accepted fields of a PUT. Passwords, for example, have a path of their own. */
  update: R['update'];
  /** Path that erases a person, below the person. */
  erase: { method: 'delete'; path: '' } | { method: 'post'; path: '/erase' };
}

/** Routes of lists of people who sign in: the common ones, and those of passwords, second factors and personal data. */
export function peopleEndpoints<R extends typeof accounts | typeof employees>({ table, update, erase }: People<R>): Endpoint[] {
  const people = anyTable(table);
  const { contract } = people;
  const { path, scope, need } = describePeople(people);
  return [
    ...resourceEndpoints({ ...people, contract: { ...contract, update } }, ['create']),
    endpoint({
      method: 'post',
      path: `${path}/create`,
      summary: `Add to ${contract.id}`,
      scope,
      need: need('add'),
      body: contract.create,
      status: 201,
      response: one(contract.row),
      handle: async (context, { body }) => ({ data: await create(clientContextOf(context), people, body) }),
    }),
    ...signInEndpoints(people),
    ...personalDataEndpoints(people, erase),
  ];
}

const describePeople = ({ contract, installation }: Table) =>
  ({
    path: `/${contract.path}`,
    scope: installation ? 'account' : 'client',
    need: (action: 'add' | 'change' | 'delete') => ({ item: contract.permission, action }),
  }) as const;

function signInEndpoints(people: Table): Endpoint[] {
  const { contract } = people;
  const { path, scope, need } = describePeople(people);
  return [
    endpoint({
      method: 'put',
      path: `${path}/{id}/password`,
      summary: `Set the password of one of ${contract.id}; earlier sign-ins end`,
      scope,
      need: need('change'),
      body: PasswordChange,
      status: 204,
      response: z.null(),
      async handle(context, { id, body }) {
        await setPassword(clientContextOf(context), people, id, body.password);
        return null;
      },
    }),
    endpoint({
      method: 'post',
      path: `${path}/{id}/invite`,
      summary: `A link with which one of ${contract.id} sets a password, valid once and for ${INVITATION_DAYS} days; the earlier one is revoked`,
      scope,
      need: need('change'),
      body: InvitationCreate,
      response: one(Invitation),
      handle: async (context, { id, body }) => ({ data: await invitePerson(clientContextOf(context), people, id, body.mail) }),
    }),
    endpoint({
      method: 'delete',
      path: `${path}/{id}/second-factor`,
      summary: `Take the second factor off one of ${contract.id}, when it is lost; needs the caller's own password, and code if they have a second factor`,
      scope,
      need: need('change'),
      body: Proof,
      status: 204,
      response: z.null(),
      async handle(context, { id, body }) {
        await demandProof(context, body);
        await resetSecondFactor(clientContextOf(context), people, id);
        return null;
      },
    }),
  ];
}

function personalDataEndpoints(people: Table, erase: People<typeof accounts>['erase']): Endpoint[] {
  const { contract } = people;
  const { path, scope, need } = describePeople(people);
  return [
    endpoint({
      method: 'get',
      path: `${path}/{id}/export`,
      summary: `All that is held about one of ${contract.id}`,
      scope,
      need: need('change'),
      response: one(PersonalData),
      costly: true,
      async handle(context, { id }) {
        await get(clientContextOf(context).db, people, clientContextOf(context), id);
        return exportOf(context, id);
      },
    }),
    endpoint({
      ...erase,
      path: `${path}/{id}${erase.path}`,
      summary: `Erase the personal data of one of ${contract.id} for good; what they recorded stays, without their name`,
      scope,
      need: need('delete'),
      status: 204,
      response: z.null(),
      async handle(context, { id }) {
        await get(clientContextOf(context).db, people, clientContextOf(context), id);
        await erasePerson(ofInstallation(context), id);
        return null;
      },
    }),
  ];
}
