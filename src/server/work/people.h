/* people.h: requests of people/, handled on a thread that has its own connection to the store. */
#ifndef CORNET_SERVER_WORK_PEOPLE_H
#define CORNET_SERVER_WORK_PEOPLE_H

#include "server/work/reader.h"

/* JOB_PEOPLE: handles the request. JOB_ERASE: a step of clearing up after deleted accounts. */
void people_do(struct reader *reader, struct job *job);

#endif
