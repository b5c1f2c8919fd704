#!/bin/sh
# Creates Manger's role and database in a new PostgreSQL. The role is ordinary, because row-level security doesn't bind a superuser.
set -eu

psql --set=ON_ERROR_STOP=1 --set=password="$DATABASE_PASSWORD" --username="${POSTGRES_USER:-postgres}" --dbname=postgres <<'SQL'
create role manger login password :'password';
create database manger owner manger;
SQL
