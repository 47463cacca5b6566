// The Worker. Bundlers make it a file of its own.
import 'cornet-core/thread';
