/* Prints a port of the loopback that is free now. */
#include <arpa/inet.h>
#include <stdio.h>
#include <sys/socket.h>

int main(void)
{
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    socklen_t length = sizeof address;
    const int fd = socket(AF_INET, SOCK_STREAM, 0);
    if (fd < 0 || bind(fd, (struct sockaddr *)&address, sizeof address) != 0 ||
        getsockname(fd, (struct sockaddr *)&address, &length) != 0)
        return 1;
    printf("%d\n", ntohs(address.sin_port));
    return 0;
}
